/**
 * Callers that emit at a steady rate and hold back while they are refused. Each emit is asked for again with the same
 * key until it is accepted, once the service accepts others.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { requestOf } from '../bench/kit/load-requests.ts';

export interface EmitLoad {
  /** When each emit was accepted, by its number; times of `performance.now()`. */
  readonly accepted: ReadonlyMap<number, number>;
  /** How often each status was answered; 0: no answer. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Emits so far. */
  emitted(): number;
  /** Emits nothing new; resolves once all are accepted. */
  end(): Promise<void>;
  close(): Promise<void>;
}

interface EmitLoadOptions {
  readonly urls: readonly string[];
  readonly apiKey: string;
  /** Emits a second. */
  readonly rate: number;
}

/** The share of the rate while emits are refused: callers hold back. */
const rateRefused = 0.1;
/** Between two looks at what is due; milliseconds. */
const tick = 10;
/** Emits that are asked again at once. */
const againAtOnce = 16;
/** Before the next look at a service that does not answer; milliseconds. */
const againAfter = 100;

export function startEmitLoad({ urls, apiKey, rate }: EmitLoadOptions): EmitLoad {
  const agent = new Agent({ connections: 512 });
  const accepted = new Map<number, number>();
  const statuses = new Map<number, number>();
  const underWay = new Set<Promise<void>>();
  const refused: number[] = [];
  let looked = performance.now();
  let due = 0;
  let next = 0;
  let asked = 0;
  let isUp = true;
  let ending = false;

  async function emit(n: number): Promise<void> {
    const { path, body } = requestOf('emit', n);
    asked += 1;
    const status = await request(`${urls[asked % urls.length]}${path}`, {
      dispatcher: agent,
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body,
    }).then(
      async (answer) => {
        await answer.body.dump();
        return answer.statusCode;
      },
      () => 0,
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    isUp = status === 202 || status === 200;
    if (isUp) accepted.set(n, performance.now());
    else refused.push(n);
  }

  const timer = setInterval(() => {
    const now = performance.now();
    due += ((now - looked) * rate * (isUp ? 1 : rateRefused)) / 1_000;
    looked = now;
    for (; next < due; next += 1) {
      const one: Promise<void> = emit(next).finally(() => underWay.delete(one));
      underWay.add(one);
    }
  }, tick);

  const isOver = () => ending && refused.length === 0 && underWay.size === 0 && accepted.size === next;
  let closed = false;
  const again = Array.from({ length: againAtOnce }, async (_, caller) => {
    while (!closed && !isOver()) {
      // Once nothing new is emitted, somebody has to ask whether it answers.
      const n = isUp || (ending && caller === 0) ? refused.shift() : undefined;
      await (n === undefined ? sleep(againAfter) : emit(n));
    }
  });

  return {
    accepted,
    statuses,
    emitted: () => next,
    async end() {
      clearInterval(timer);
      ending = true;
      await Promise.all(again);
    },
    async close() {
      clearInterval(timer);
      closed = true;
      await Promise.all(again);
      await agent.destroy();
    },
  };
}
