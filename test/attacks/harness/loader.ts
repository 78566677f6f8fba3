/**
 * The process of an attack by many equal requests: so many connections, each of which asks again when it was answered.
 * Behind the service, so that its work takes no processor from it.
 */
import { Agent, request } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { answerQuestions } from './child.ts';

export interface Load {
  readonly url: string;
  readonly token: string;
  readonly requests: readonly LoadRequest[];
  readonly connections: number;
  /** No request begins later; milliseconds. */
  readonly lasts: number;
  /** Requests in all, at most. */
  readonly most: number;
}

export interface LoadRequest {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

export interface Loaded {
  /** Counts by status, with the code of an error, such as `503 unavailable`. */
  readonly answers: Readonly<Record<string, number>>;
  readonly count: number;
  /** Of the largest answer. */
  readonly bytes: number;
  /** Of the slowest answer; milliseconds. */
  readonly longest: number;
  /** The first message of an error; empty without one. */
  readonly message: string;
  /** Places of the slowest requests among `requests`, with their milliseconds. */
  readonly slowest: readonly (readonly [place: number, ms: number])[];
}

/** How long a connection waits for an answer before its client leaves; milliseconds. */
const patience = 12_000;
/** Characters of an answer in which its first error is looked for. */
const headMax = 4_096;
/** Requests that the tally names as the slowest. */
const slowestMax = 5;
const priority = 5;

try {
  // Before other programs of a busy machine, or the load would be none.
  setPriority(-priority);
} catch {
  setPriority(getPriority() + priority);
}

async function load({ url, token, requests, connections, lasts, most }: Load): Promise<Loaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const answers: Record<string, number> = {};
  let count = 0;
  let bytes = 0;
  let longest = 0;
  let message = '';
  let slowest: Loaded['slowest'] = [];
  const until = performance.now() + lasts;
  await Promise.all(
    Array.from({ length: Math.min(connections, most) }, async () => {
      while (performance.now() < until && count < most) {
        const at = count % requests.length;
        const asked = requests[at];
        count += 1;
        if (!asked) return;
        const began = performance.now();
        const answer = await send(agent, { url, token, asked });
        const ms = performance.now() - began;
        longest = Math.max(longest, ms);
        slowest = [...slowest, [at, ms] as const].toSorted(([, a], [, b]) => b - a).slice(0, slowestMax);
        bytes = Math.max(bytes, answer.bytes);
        const code = /"code":"(\w+)"/.exec(answer.head)?.[1];
        const isError = answer.status >= 400 || answer.head.startsWith('{"errors"');
        const label = [answer.status, ...(isError && code ? [code] : [])].join(' ');
        if (isError && message === '') message = /"(?:message|detail)":"([^"]{0,200})/.exec(answer.head)?.[1] ?? '';
        answers[label] = (answers[label] ?? 0) + 1;
      }
    }),
  );
  agent.destroy();
  return { answers, count, bytes, longest, message, slowest };
}

interface Sent {
  readonly url: string;
  readonly token: string;
  readonly asked: LoadRequest;
}

function send(
  agent: Agent,
  { url, token, asked: { method, path, body } }: Sent,
): Promise<{ readonly status: number; readonly bytes: number; readonly head: string }> {
  return new Promise((resolve) => {
    let bytes = 0;
    let head = '';
    const lost = (code: string) => resolve({ status: 0, bytes, head: `{"errors":[],"code":"${code}"` });
    const sent = request(
      `${url}${path}`,
      {
        agent,
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        response.on('data', (part: Buffer) => {
          bytes += part.length;
          if (head.length < headMax) head += part.toString('latin1', 0, headMax);
        });
        response.once('end', () => resolve({ status: response.statusCode ?? 0, bytes, head }));
        response.once('error', () => lost('cut'));
      },
    );
    sent.once('error', (error: NodeJS.ErrnoException) => lost(error.code ?? 'lost'));
    const leave = setTimeout(() => sent.destroy(Object.assign(new Error(), { code: 'left' })), patience);
    sent.once('close', () => clearTimeout(leave));
    sent.end(body);
  });
}

answerQuestions(null, { load: (given) => load(given as Load) });
