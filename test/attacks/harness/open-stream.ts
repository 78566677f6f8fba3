/** Subscriptions of the attacker, each on a connection of its own. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type Answer, type Reply, readAnswer, unanswered } from './reply.ts';

export interface HostileStream {
  /** The first event, or the answer of a request for which there is no stream. */
  readonly first: Answer;
  /** Cursor of the first event; empty without one. */
  readonly cursor: string;
  /** Whether the service has ended the connection. */
  readonly ended: boolean;
  /** Bytes that were read so far. */
  readonly bytes: number;
  /** The code with which the service ended the stream; null while there is none. */
  readonly lastCode: string | null;
  drop(): void;
}

export interface StreamRequest {
  readonly url: string;
  readonly token: string;
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Instead of the document and its variables. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** False: nothing is read after the first event. */
  readonly reads?: boolean;
  /** The client closes the connection after so many milliseconds, unless the first event has come. */
  readonly leavesAfter?: number;
}

/** What came last, where the code of the end is looked for; characters. */
const tailMax = 4_096;
/** The first event is looked for in so much; characters. */
const headMax = 1_048_576;
/** Milliseconds. */
const patience = 30_000;

/** Resolves with the first event, or with the whole response where that is none of events. Never rejects. */
export function openStream(given: StreamRequest): Promise<HostileStream> {
  const {
    url,
    token,
    query,
    variables = {},
    body = JSON.stringify({ query, variables }),
    headers,
    reads = true,
    leavesAfter,
  } = given;
  return new Promise((resolve) => {
    let text = '';
    let tail = '';
    let bytes = 0;
    let ended = false;
    let isOpen = false;
    const sent: ClientRequest = request(`${url}/graphql`, {
      agent: false,
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'text/event-stream',
        'content-type': 'application/json',
        ...headers,
      },
    });
    const timer = setTimeout(() => open(unanswered('no answer')), patience);
    const open = (first: Answer) => {
      if (isOpen) return;
      isOpen = true;
      clearTimeout(timer);
      text = '';
      resolve({
        first,
        cursor: first.body?.data?.live?.cursor ?? '',
        get ended() {
          return ended;
        },
        get bytes() {
          return bytes;
        },
        get lastCode() {
          return /"code":"(\w+)"[^\n]*\n\nevent: complete/.exec(tail)?.[1] ?? null;
        },
        drop: () => sent.destroy(),
      });
    };
    const leave = () => {
      if (isOpen) return;
      open({ ...unanswered('left'), clear: true });
      sent.destroy();
    };
    if (leavesAfter !== undefined) setTimeout(leave, leavesAfter);
    sent.once('error', (error: NodeJS.ErrnoException) => {
      ended = true;
      open(unanswered(`connection lost (${error.code ?? error.message})`));
    });
    sent.once('response', (response: IncomingMessage) => {
      const { statusCode = 0, headers: got } = response;
      const isStream = got['content-type']?.startsWith('text/event-stream') ?? false;
      response.setEncoding('utf8');
      response.on('error', () => undefined);
      response.on('data', (part: string) => {
        bytes += part.length;
        tail = (tail + part).slice(-tailMax);
        if (isOpen) return;
        text = (text + part).slice(0, headMax);
        const event = isStream ? /event: next\ndata: (.*)\n\n/.exec(text)?.[1] : undefined;
        if (event === undefined) return;
        open(readAnswer(statusCode, event));
        if (!reads) response.pause();
      });
      response.once('close', () => {
        ended = true;
        open(isStream ? unanswered('a stream without an event') : readAnswer(statusCode, text));
      });
    });
    sent.end(body);
  });
}

/** What a stream was answered, and with what it ended. */
export function replyOf({ first, lastCode }: HostileStream): Reply {
  return lastCode === null ? first : { label: `${first.label}, then ${lastCode}`, clear: first.clear };
}
