/** One load, with what another platform waited meanwhile. */
import type { NeighbourRead } from '../harness/ask-read.ts';
import type { Child } from '../harness/child.ts';
import { freshMemory } from '../harness/fresh-memory.ts';
import type { Load, Loaded } from '../harness/loader.ts';
import { readMemory, resetPeak } from '../harness/memory.ts';
import type { Observed, Waits, Watch } from '../harness/observer.ts';
import type { Surroundings, Target } from '../harness/start-target.ts';

export interface Measured {
  readonly name: string;
  readonly kind: string;
  readonly cost: number | null;
  readonly loaded: Loaded | null;
  /** Why the load has no tally. */
  readonly error: string | null;
  readonly observed: Observed;
  /** Of the process; MiB. */
  readonly memory: number;
  /** The longest stand of the process's event loop; milliseconds. */
  readonly stall: number;
  readonly seconds: number;
  readonly failures: readonly string[];
  /** Whether a busy machine could be the reason of the failures. */
  readonly doubtful: boolean;
}

export interface Subject {
  readonly name: string;
  readonly kind: string;
  readonly cost: number | null;
}

export interface Scene {
  readonly target: Target;
  readonly surroundings: Surroundings;
  readonly loader: Child;
  /** The other platform's emits without a load, p99; milliseconds. */
  readonly alone: number;
}

/** What another platform waits at most, in milliseconds, and what the process needs. */
export interface Bounds {
  /** For its emits, more than alone. */
  readonly emitsMore: number;
  readonly health: number;
  /** MiB. */
  readonly memory: number;
}

const whileReads: Bounds = { emitsMore: 200, health: 200, memory: 700 };
/**
 * Ten bodies of 30 MB may be among twenty. The memory of one is taken in one step, and what they become is there beside
 * the thread of dear queries; a process is planned for 1 GiB (docs/rules.md#processes).
 */
export const whileBodies: Bounds = { emitsMore: 200 + freshMemory, health: 200 + freshMemory, memory: 900 };
/** The p99 of a short load is its longest wait: it may be as long as in the attacks. */
export const whileFewBodies: Bounds = { ...whileBodies, emitsMore: 1_000 };
/** A wait within this factor of its limit may come from the machine, and is looked at again. */
const doubt = 3;
/** Of questions to the processes of the suite, and of a load after its end; milliseconds. */
const servesWithin = 5_000;
const patience = 60_000;
/** Samples of the other platform begin before the load and go on after it; milliseconds. */
const leadIn = 200;
const watch = 300;

/** A cheap list of the other platform. */
export const cheapList: NeighbourRead = { name: 'list', every: 100, path: '/v1/workspaces' };

/** `load` null: nobody else asks, for so many milliseconds. */
export async function measure(
  subject: Subject,
  { target, surroundings, loader, alone }: Scene,
  load: Omit<Load, 'url'> | { readonly quiet: number },
  reads: readonly NeighbourRead[] = [cheapList],
  bounds = whileReads,
): Promise<Measured> {
  const { place, service, neighbour } = target;
  const { observer } = surroundings;
  resetPeak(service.pid);
  const stallNow = () => service.ask('stall', null, servesWithin).then(Number, () => Number.NaN);
  await stallNow();
  const began = performance.now();
  const asked: Watch = { url: place.url, pid: service.pid, apiKey: neighbour.apiKey, reads };
  await observer.ask('start', asked, servesWithin);
  await sleep(leadIn);
  let loaded: Loaded | null = null;
  let error: string | null = null;
  if ('quiet' in load) await sleep(load.quiet);
  else {
    try {
      loaded = (await loader.ask('load', { ...load, url: place.url }, load.lasts + patience)) as Loaded;
    } catch (failed) {
      error = failed instanceof Error ? failed.message : String(failed);
    }
  }
  await sleep(watch);
  const observed = (await observer.ask('stop', null, servesWithin)) as Observed;
  const { peak } = readMemory(service.pid);
  return {
    ...subject,
    loaded,
    error,
    observed,
    memory: peak,
    stall: await stallNow(),
    seconds: (performance.now() - began) / 1_000,
    doubtful: error === null && !service.gone && isDoubtful(observed, peak, alone, bounds),
    failures: [
      ...faults(observed, peak, alone, bounds),
      ...unclear(loaded),
      ...(service.gone ? ['the service ended'] : []),
      ...(error ? [error] : []),
    ],
  };
}

function isDoubtful({ emits, health, reads }: Observed, memory: number, alone: number, bounds: Bounds): boolean {
  const refused = [emits, health, ...Object.values(reads)].some((waits) => (waits?.failed ?? 0) > 0);
  const waited = (emits?.p99Net ?? 0) > doubt * (alone + bounds.emitsMore) || health.longestNet > doubt * bounds.health;
  return !refused && !waited && memory <= bounds.memory;
}

function* faults({ emits, health, reads }: Observed, memory: number, alone: number, bounds: Bounds): Generator<string> {
  if (emits && emits.p99Net > alone + bounds.emitsMore) yield `emits waited ${Math.round(emits.p99Net)} ms (p99)`;
  if (emits && emits.failed > 0)
    yield `${emits.failed} of ${emits.count} emits were answered ${emits.wrong.join(', ')}`;
  if (health.longestNet > bounds.health) yield `/health waited ${Math.round(health.longestNet)} ms`;
  if (health.failed > 0) yield `/health was answered ${health.wrong.join(', ')}`;
  for (const [name, { failed, count, wrong }] of Object.entries(reads)) {
    if (failed > 0) yield `${failed} of ${count} ${name} were answered ${wrong.join(', ')}`;
  }
  if (memory > bounds.memory) yield `memory reached ${Math.round(memory)} MiB`;
}

/** The attacker may be refused, but is told why. */
function unclear(loaded: Loaded | null): readonly string[] {
  return Object.entries(loaded?.answers ?? {}).flatMap(([label, count]) =>
    label.includes('internal_error') ? [`${count} × ${label}`] : [],
  );
}

const columns: readonly (readonly [head: string, cell: (row: Measured) => string])[] = [
  ['', ({ failures }) => (failures.length === 0 ? 'ok' : 'FAILS')],
  ['operation', ({ name }) => name],
  ['kind', ({ kind }) => kind],
  ['cost', ({ cost }) => (cost === null ? '-' : String(cost))],
  ['kB', ({ loaded }) => (loaded ? String(Math.round(loaded.bytes / 1_000)) : '-')],
  ['emits p50', ({ observed }) => whole(observed.emits?.p50)],
  ['p99', ({ observed }) => whole(observed.emits?.p99)],
  ['net', ({ observed }) => whole(observed.emits?.p99Net)],
  ['longest', ({ observed }) => whole(observed.emits?.longest)],
  ['list p50', ({ observed }) => whole(observed.reads.list?.p50)],
  ['longest', ({ observed }) => whole(observed.reads.list?.longest)],
  ['failed', ({ observed }) => failed(observed.reads.list)],
  ['/health', ({ observed }) => whole(observed.health.longest)],
  ['net', ({ observed }) => whole(observed.health.longestNet)],
  ['stall', ({ stall }) => whole(stall)],
  ['MiB', ({ memory }) => whole(memory)],
  ['s', ({ seconds }) => seconds.toFixed(1)],
  ['answers', (row) => answersOf(row)],
];

function whole(value: number | undefined): string {
  return value === undefined ? '-' : String(Math.round(value));
}

function failed(waits: Waits | undefined): string {
  return waits === undefined ? '-' : `${waits.failed}/${waits.count}`;
}

function answersOf({ loaded, error }: Measured): string {
  if (loaded === null) return error ?? '';
  const counts = Object.entries(loaded.answers).map(([label, count]) => `${count} × ${label}`);
  return `${counts.join(', ')}, ${Math.round(loaded.longest)} ms${loaded.message ? ` (${loaded.message.slice(0, 80)})` : ''}`;
}

/** A table in Markdown. Milliseconds where nothing else is said; `net`: without what the machine took. */
export const tableHead = `| ${columns.map(([head]) => head).join(' | ')} |\n|${columns.map(() => '---').join('|')}|`;

export function tableLine(row: Measured): string {
  return `| ${columns.map(([, cell]) => cell(row)).join(' | ')} |`;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
