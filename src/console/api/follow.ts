/** One subscription of src/console/operations as server-sent events, with the session's cookie. */
import { words } from '../words.ts';
import { type AskOptions, type Document, faultFrom, readJson, type SentError, send } from './ask.ts';
import { Fault } from './fault.ts';

/** Milliseconds without a byte after which the connection is dead: the service writes one every 15 seconds. */
const silenceMax = 40_000;

interface FollowOptions<Data> extends AskOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (data: Data) => void;
}

interface SentEvent<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly SentError[];
}

/** Resolves when the service ends the stream or `signal` is aborted. Rejects with a `Fault`. */
export async function follow<Data, Variables>(
  document: Document<Data, Variables>,
  variables: Variables,
  { platform, signal, onEvent }: FollowOptions<Data>,
): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMax);
  try {
    const response = await send('/graphql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'text/event-stream',
        ...(platform === null ? {} : { 'Tidings-Platform': platform }),
      },
      body: JSON.stringify({ query: String(document), variables }),
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (!response.body || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      const { errors } = await readJson<SentEvent<Data>>(response);
      throw faultFrom(
        response,
        errors?.[0]?.message ?? words.faults.unreadable(response.status),
        errors?.[0]?.extensions,
      );
    }
    for await (const event of eventsOf(response.body, restart)) {
      const { data, errors } = JSON.parse(event) as SentEvent<Data>;
      const [error] = errors ?? [];
      if (error) throw faultFrom(response, error.message, error.extensions);
      if (data) onEvent(data);
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof Fault ? error : new Fault({ code: 'offline', message: words.faults.offline });
  } finally {
    clearTimeout(timer);
  }

  function restart(): void {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), silenceMax);
  }
}

/** The data of each event `next`. Rejects when the connection ends without `complete`. */
async function* eventsOf(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<string, void> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let buffered = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) throw new Fault({ code: 'offline', message: words.faults.offline });
      onBytes();
      const blocks = `${buffered}${value}`.split('\n\n');
      buffered = blocks.pop() ?? '';
      for (const block of blocks) {
        const lines = block.split('\n');
        if (lines.includes('event: complete')) return;
        const data = lines.find((line) => line.startsWith('data: '));
        if (data) yield data.slice('data: '.length);
      }
    }
  } finally {
    // Also when the page stops reading: the service then frees the stream.
    await reader.cancel().catch(() => undefined);
  }
}
