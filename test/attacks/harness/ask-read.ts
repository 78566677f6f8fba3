import { type Dispatcher, fetch } from 'undici';

/** A request that the other platform sends again and again, whether or not the last one was answered. */
export interface NeighbourRead {
  readonly name: string;
  /** Milliseconds between two. */
  readonly every: number;
  readonly path: string;
  /** JSON; left out: a GET. */
  readonly body?: string;
}

interface Way {
  readonly url: string;
  readonly apiKey: string | null;
  readonly dispatcher: Dispatcher;
}

/** Characters of an answer in which an error is looked for. */
const headMax = 1_000;

/** Returns null for an answer without an error, else its status and code. */
export async function askRead({ url, apiKey, dispatcher }: Way, { path, body }: NeighbourRead): Promise<string | null> {
  try {
    const response = await fetch(`${url}${path}`, {
      dispatcher,
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body }),
    });
    const head = (await response.text()).slice(0, headMax);
    const isWrong = response.status >= 300 || head.startsWith('{"errors"');
    return isWrong ? `${response.status} ${/"code":"(\w+)"/.exec(head)?.[1] ?? ''}`.trim() : null;
  } catch (error) {
    return error instanceof Error ? (error.cause instanceof Error ? error.cause.message : error.message) : '';
  }
}
