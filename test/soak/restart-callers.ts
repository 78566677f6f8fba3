/**
 * Callers of a deployment of two processes, as its balancer or a caller's own list of addresses leads them: new
 * connections go to processes whose `/readyz` says 200. None tries anything again: what goes wrong is seen.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestOf } from '../bench/kit/load-requests.ts';

/** `kept`: one connection for as long as the process lets it live. `closed`: another one for each request. */
export type CallerKind = 'kept' | 'closed';

export interface RestartCallers {
  /** Emits that were answered with 202. */
  readonly accepted: ReadonlySet<number>;
  /** What was answered instead, or what happened to the connection; with the kind of the caller. */
  readonly faults: readonly string[];
  /** Connections of the callers that keep theirs. */
  connections(): number;
  end(): Promise<void>;
}

interface RestartCallersOptions {
  readonly urls: readonly string[];
  readonly apiKey: string;
  /** Number of the first emit. */
  readonly first: number;
  /** Callers of each kind, and how long each waits between an answer and its next request; milliseconds. */
  readonly callers: number;
  readonly pause: number;
}

/** From one question at `/readyz` to the next; milliseconds. */
const lookEvery = 100;

interface Answer {
  readonly status: number;
  /** Whether the connection ends with it. */
  readonly last: boolean;
}

function ask(
  url: URL,
  options: { readonly agent: Agent; readonly method: string; readonly apiKey?: string; readonly body?: string },
): Promise<Answer> {
  const { agent, method, apiKey, body = '' } = options;
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      {
        agent,
        method,
        headers: {
          'content-length': Buffer.byteLength(body),
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' }),
        },
      },
      (answer: IncomingMessage) => {
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, last: answer.headers.connection === 'close' }),
        );
        answer.resume();
      },
    );
    asked.on('error', reject);
    asked.end(body);
  });
}

export function startRestartCallers(options: RestartCallersOptions): RestartCallers {
  const { urls, apiKey, callers, pause } = options;
  const accepted = new Set<number>();
  const faults: string[] = [];
  const ready = new Set<string>();
  let next = options.first;
  let connections = 0;
  let ended = false;

  const looks = urls.map(async (url) => {
    const agent = new Agent({ keepAlive: false });
    while (!ended) {
      const status = await ask(new URL('/readyz', url), { agent, method: 'GET' }).then(
        (answer) => answer.status,
        () => 0,
      );
      if (status === 200) ready.add(url);
      else ready.delete(url);
      await sleep(lookEvery);
    }
  });

  /** One that is ready; callers begin at different ones, and take them in turn. */
  async function chosen(turn: number): Promise<string> {
    for (;;) {
      const open = urls.filter((url) => ready.has(url));
      const url = open[turn % Math.max(1, open.length)];
      if (url !== undefined) return url;
      await sleep(lookEvery);
    }
  }

  async function call(kind: CallerKind, caller: number): Promise<void> {
    let turn = caller;
    let agent = new Agent({ keepAlive: kind === 'kept', maxSockets: 1 });
    let url: string | null = null;
    while (!ended) {
      if (url === null) {
        url = await chosen(turn);
        turn += 1;
        connections += kind === 'kept' ? 1 : 0;
      }
      const n = next;
      next += 1;
      const { path, body } = requestOf('emit', n);
      let last = true;
      try {
        const answer = await ask(new URL(path, url), { agent, method: 'POST', apiKey, body });
        last = answer.last;
        if (answer.status === 202) accepted.add(n);
        else faults.push(`${kind}: ${answer.status}`);
      } catch (error) {
        faults.push(`${kind}: ${error instanceof Error && 'code' in error ? error.code : error}`);
      }
      if (kind === 'closed' || last) {
        agent.destroy();
        agent = new Agent({ keepAlive: kind === 'kept', maxSockets: 1 });
        url = null;
      }
      await sleep(pause);
    }
    agent.destroy();
  }

  const calls = Array.from({ length: callers }, (_none, caller) => [
    call('kept', caller),
    call('closed', caller),
  ]).flat();
  return {
    accepted,
    faults,
    connections: () => connections,
    async end() {
      ended = true;
      await Promise.all([...calls, ...looks]);
    },
  };
}
