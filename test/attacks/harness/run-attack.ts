/** One attack, alone or beside the other platform, with what was measured meanwhile. */
import type { Attack } from './attack.ts';
import type { Order, Tally } from './attacker.ts';
import type { Child } from './child.ts';
import { freshMemory } from './fresh-memory.ts';
import { readMemory, resetPeak } from './memory.ts';
import type { Observed, Watch } from './observer.ts';
import type { Mails } from './outside.ts';
import { readyWithoutProcessor } from './ready-without-processor.ts';
import type { Surroundings, Target } from './start-target.ts';

export interface Row {
  readonly title: string;
  readonly mode: 'alone' | 'beside';
  /** What the attacker was answered, with counts. */
  readonly answer: string;
  /** Milliseconds, but for `memory`. `Net`: without what the machine took, and what the limits are held against. */
  readonly health: number;
  readonly healthNet: number;
  /** `/health` over new connections. */
  readonly newcomerNet: number;
  readonly emitP99: number | null;
  readonly emitLongest: number | null;
  readonly emitNet: number | null;
  /** From the other platform's emits to the arrival of its mails. */
  readonly mailLongest: number | null;
  /** The service's event loop; null: it did not answer. */
  readonly stall: number | null;
  /** Of the service process; MiB. */
  readonly memory: number;
  readonly seconds: number;
  /** What does not hold; none: the attack is withstood. */
  readonly failures: readonly string[];
  /** Whether a busy machine could be the reason of the failures. */
  readonly doubtful: boolean;
  /** Whether the service must be started again. */
  readonly broken: boolean;
  /** Whether the attacker's process must be. */
  readonly attackerBroken: boolean;
}

/** What must hold whatever one caller does; milliseconds and MiB. */
const healthMax = 200 + freshMemory;
/** A new connection is accepted after those that came before it, of whomever they are. */
const newcomerMax = 1_000;
const emitMax = 1_000;
const memoryMax = 600;
/** From another platform's emit to the arrival of its mail; milliseconds. */
const mailMax = 5_000;

/** A failure within this factor of its limit may come from the machine, and is looked at twice. */
const doubt = 3;
/** The same of memory: when V8 collects is chance, and moves the peak by a twentieth. */
const memoryDoubt = 1.1;

/** Milliseconds. */
const leadIn = 200;
const defaultWatch = 300;
const defaultPatience = 30_000;
const servesWithin = 5_000;
const hangAfter = 10_000;
const lookForHangEvery = 1_000;
/** Above this resident memory (MiB) after an attack, the next one begins with a new process. */
const memoryForNext = 420;

interface Run {
  readonly title: string;
  readonly attack: Attack;
  readonly mode: Row['mode'];
  readonly target: Target;
  readonly surroundings: Surroundings;
  readonly attacker: Child;
}

export async function runAttack({ title, attack, mode, target, surroundings, attacker }: Run): Promise<Row> {
  const { place, service, neighbour } = target;
  const { observer, outside } = surroundings;
  const { watch = defaultWatch, patience = defaultPatience } = attack;
  await service.ask('stall', null, servesWithin).catch(() => null);
  resetPeak(service.pid);
  const began = performance.now();
  const emittedSince = Date.now();
  const readyBefore = readyWithoutProcessor(service.pid);
  await observer.ask(
    'start',
    { url: place.url, pid: service.pid, apiKey: mode === 'beside' ? neighbour.apiKey : null } satisfies Watch,
    servesWithin,
  );
  await sleep(leadIn);
  const hang = watchForHang(observer);
  const attacked = await Promise.race([
    attacker.ask('run', { name: title, place } satisfies Order, patience),
    hang.happens,
  ]).then(
    (tally) => ({ tally: tally as Tally, error: null }),
    (error: Error) => ({ tally: null, error: error.message }),
  );
  hang.end();
  await sleep(watch);
  const observed = (await observer.ask('stop', null, servesWithin)) as Observed;
  const { peak, now } = readMemory(service.pid);
  const readyAfter = readyWithoutProcessor(service.pid);
  const stall = service.gone ? null : await service.ask('stall', null, servesWithin).then(Number, () => null);
  const serves = service.gone ? 'the service ended' : await stillServes(target);
  const mails = (await outside.ask('mails', emittedSince, servesWithin)) as Mails;
  // A mail takes many turns of the event loop, so what the machine took is known of the whole run alone.
  const mailNet = Math.max(0, mails.longest - (readyAfter - readyBefore));
  const failures = [...faults(observed, attacked, peak, mailNet), ...(serves === null ? [] : [serves])];
  const { health, newcomers, emits } = observed;
  return {
    title,
    mode,
    answer: attacked.tally ? inWords(attacked.tally) : `(${attacked.error?.split('\n')[0]})`,
    health: health.longest,
    healthNet: health.longestNet,
    newcomerNet: newcomers.longestNet,
    emitP99: emits?.p99 ?? null,
    emitLongest: emits?.longest ?? null,
    emitNet: emits?.longestNet ?? null,
    mailLongest: mails.count === 0 ? null : mails.longest,
    stall,
    memory: peak,
    seconds: (performance.now() - began) / 1_000,
    failures,
    doubtful:
      (attacked.tally === null || attacked.tally.unclear.length === 0) &&
      serves === null &&
      health.wrong.length + newcomers.wrong.length === 0 &&
      health.longestNet < doubt * healthMax &&
      newcomers.longestNet < doubt * newcomerMax &&
      (emits?.longestNet ?? 0) < doubt * emitMax &&
      mailNet < doubt * mailMax &&
      peak <= memoryDoubt * memoryMax,
    broken: serves !== null || attacked.tally === null || now > memoryForNext,
    attackerBroken: attacked.tally === null,
  };
}

/** Rejects once `/health` has been silent for so long that nothing more can be learnt. */
function watchForHang(observer: Child): { readonly happens: Promise<never>; end(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setInterval(async () => {
    const silent = Number(await observer.ask('waiting', null, servesWithin).catch(() => 0));
    if (silent > hangAfter) reject(new Error(`stopped, /health was silent for ${hangAfter} ms`));
  }, lookForHangEvery);
  promise.catch(() => undefined);
  return { happens: promise, end: () => clearInterval(timer) };
}

function* faults(
  { health, newcomers, emits }: Observed,
  { tally, error }: { readonly tally: Tally | null; readonly error: string | null },
  peak: number,
  mailNet: number,
): Generator<string> {
  if (tally === null) yield `attacker: ${error}`;
  if (tally && tally.unclear.length > 0) yield `answers that say nothing clear: ${tally.unclear.join(', ')}`;
  if (health.longestNet > healthMax) yield `/health waited ${Math.round(health.longestNet)} ms`;
  if (newcomers.longestNet > newcomerMax) {
    yield `/health over a new connection waited ${Math.round(newcomers.longestNet)} ms`;
  }
  for (const wrong of new Set([...health.wrong, ...newcomers.wrong])) yield `/health answered ${wrong}`;
  if (emits && emits.longestNet > emitMax) {
    yield `an emit of the other platform waited ${Math.round(emits.longestNet)} ms`;
  }
  if (emits && emits.wrong.length > 0) yield `emits of the other platform were answered ${emits.wrong.join(', ')}`;
  if (mailNet > mailMax) yield `a mail of the other platform took ${Math.round(mailNet)} ms`;
  if (peak > memoryMax) yield `memory reached ${Math.round(peak)} MiB`;
}

/** Null when a stranger's emit is accepted and `/health` answers. */
async function stillServes({ neighbour, place }: Target): Promise<string | null> {
  const until = AbortSignal.timeout(servesWithin);
  try {
    const health = await fetch(`${place.url}/health`, { signal: until });
    if (health.status !== 200) return `afterwards /health answers ${health.status}`;
    const emitted = await fetch(`${place.url}/v1/workspaces/ref:shop/events`, {
      signal: until,
      method: 'POST',
      headers: { authorization: `Bearer ${neighbour.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        type: 'order.shipped',
        idempotency_key: `after-${performance.now()}`,
        recipient: { email: `after-${Math.round(performance.now())}@example.com` },
        payload: { order_number: '1', tracking_url: 'https://example.com/1' },
      }),
    });
    return emitted.status === 202 ? null : `afterwards an emit is answered ${emitted.status}`;
  } catch {
    return `afterwards the service does not answer within ${servesWithin} ms`;
  }
}

function inWords({ labels }: Tally): string {
  return (
    Object.entries(labels)
      .toSorted(([, a], [, b]) => b - a)
      .map(([label, count]) => (count === 1 ? label : `${count} × ${label}`))
      .join(', ') || '(none)'
  );
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
