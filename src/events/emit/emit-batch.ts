/**
 * A batch of concurrent emits. The process decides each emit by the facts that it remembers, or by one read for all
 * others. One write takes the emits whose facts still hold. The rest is read and decided again, at last apart from other
 * platforms' and each alone, so one bad emit does no harm to the others. Each emit gets its own response or rejection.
 */
import type { App } from '../../context.ts';
import type { Answered } from '../../db/by-workspace.ts';
import { requestLimits, sharedBatchLimits, type TimeLimits } from '../../db/connections/time-limits.ts';
import { Contended, isConflict } from '../../db/writes/divided-commit.ts';
import type { Settled } from '../../db/writes/group-commit.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { giveWay } from '../../ground/give-way/give-way.ts';
import { isSameBody } from '../idempotency/idempotency.ts';
import { DecideApart } from './decide-apart.ts';
import { type AcceptedEmit, decideEmit } from './decide-emit.ts';
import type { EmitFacts } from './emit-facts.ts';
import type { BatchAnswer, EmitAnswer, EmitWork } from './emit-work.ts';
import { firstOfEachKey, keyOf, withinHour } from './fitting-emits.ts';
import { keptChanging, pauseAfter, triesMax } from './moved-facts.ts';
import { readEmitsApart } from './read-emits.ts';
import { createRefusalReads } from './refusal-reads.ts';
import { takeInHand } from './take-in-hand.ts';
import { type WrittenApart, writeByWorkspace } from './write-by-workspace.ts';

type SettledEmit = Settled<BatchAnswer>;

/** Tries of a batch before what is left of it goes apart: emits to one address get in each other's way. */
const triesTogether = 4;

/**
 * Writes emits of several platforms. Those whose facts changed meanwhile come later, so that the others do not wait for
 * them; those that cannot be written so are refused with a conflict (`isConflict`), and are for `emitApart`. Throws when
 * another transaction holds a lock that the batch needs.
 */
export async function emitBatch(
  app: App,
  works: readonly EmitWork[],
  limits: TimeLimits,
): Promise<readonly (SettledEmit | Promise<SettledEmit>)[]> {
  const first = await tryBatch(app, works, { limits, recall: true });
  const left = works.filter((_, position) => first[position] === null);
  if (left.length === 0) return first.flatMap((outcome) => outcome ?? []);
  const later = retryTogether(app, left, limits);
  // Nobody else waits, so the batch keeps its place, and the next emits gather.
  if (left.length === works.length) await later;
  return works.map((work, position) => first[position] ?? later.then((settled) => settled.get(work) ?? contended));
}

const contended: SettledEmit = { refusal: new Contended() };

/** What was written before stays written, whatever happens to the others. Never rejects. */
async function retryTogether(
  app: App,
  works: readonly EmitWork[],
  limits: TimeLimits,
): Promise<ReadonlyMap<EmitWork, SettledEmit>> {
  const settled = new Map<EmitWork, SettledEmit>();
  let left = works;
  for (let tries = 1; tries < triesTogether && left.length > 0; tries += 1) {
    const tried = left;
    const outcomes = await tryBatch(app, tried, { limits }).catch((refusal: unknown) => tried.map(() => ({ refusal })));
    for (const [position, work] of tried.entries()) {
      const outcome = outcomes[position];
      if (outcome) settled.set(work, outcome);
    }
    left = tried.filter((work) => !settled.has(work));
  }
  return settled;
}

/** Emits of one platform some of whose rows are locked: first together, then each alone if that does not write it. */
export async function emitApart(app: App, works: readonly EmitWork[]): Promise<readonly SettledEmit[]> {
  const together = await emitBatch(app, works, sharedBatchLimits).catch((error: unknown) => {
    if (!isConflict(error)) throw error;
    return works.map((): SettledEmit => ({ refusal: error }));
  });
  return Promise.all(
    works.map(async (work, position) => {
      const outcome = (await together[position]) ?? contended;
      const isDone = !('refusal' in outcome && isConflict(outcome.refusal));
      return isDone ? outcome : retryAlone(app, work, { limits: requestLimits });
    }),
  );
}

/** Runs one emit that no other emit waits for. Rejects with its error. */
export async function emitAlone(app: App, work: EmitWork): Promise<EmitAnswer> {
  const outcome = await retryAlone(app, work, { limits: requestLimits, alone: true });
  if ('refusal' in outcome) throw outcome.refusal;
  if ('apart' in outcome.answer) throw outcome.answer.apart;
  return outcome.answer;
}

interface Try {
  readonly limits: TimeLimits;
  /** Whether no other emit waits for this one. */
  readonly alone?: boolean;
  /** Whether it may wait long for its address. */
  readonly patient?: boolean;
  /** Whether facts that the process remembers stand for a read; only what is accepted by them counts then. */
  readonly recall?: boolean;
}

async function retryAlone(app: App, work: EmitWork, given: Try): Promise<SettledEmit> {
  const terms = { ...given, patient: true };
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (tries > 0) await pauseAfter(tries);
    try {
      const [outcome] = await tryBatch(app, [work], terms);
      if (outcome) return outcome;
    } catch (refusal) {
      return { refusal };
    }
  }
  return { refusal: keptChanging('What this emit is about') };
}

/** Returns null for each emit whose facts changed meanwhile; nothing of such an emit is written. */
async function tryBatch(app: App, works: readonly EmitWork[], terms: Try): Promise<readonly (SettledEmit | null)[]> {
  if (works.length === 0) return [];
  const { facts, recalled } = await factsOf(app, works, terms);
  const decided = await decideAll(app, works, facts, terms);
  const accepted = decided.flatMap((decision) => ('accepted' in decision ? [decision.accepted] : []));
  const first = firstOfEachKey(accepted);
  const fitting = withinHour([...first.values()], app.clock.now());
  const { emits: written, failed } = fitting.length === 0 ? nothing : await write(app, fitting, terms);
  return decided.map((decision, position) => {
    if (!('accepted' in decision)) return 'refusal' in decision && recalled.has(position) ? null : decision;
    const { accepted: emit } = decision;
    const winner = first.get(keyOf(emit));
    if (winner && failed.has(winner)) return { refusal: failed.get(winner) };
    if (!winner || !written.has(winner)) return null;
    if (winner === emit) return { answer: { record: emit.record, replayed: false } };
    return isSameBody(winner.work.bodyHash, emit.work.bodyHash)
      ? { answer: { record: winner.record, replayed: true } }
      : { refusal: new DomainError('idempotency_key_reused') };
  });
}

interface Facts {
  readonly facts: readonly Answered<EmitFacts>[];
  /** Positions whose facts the process remembered. */
  readonly recalled: ReadonlySet<number>;
}

async function factsOf(app: App, works: readonly EmitWork[], { recall = false }: Try): Promise<Facts> {
  const { emitMemory } = app.parts;
  const known = new Map<EmitWork, Answered<EmitFacts>>();
  if (recall) {
    for (const work of works) {
      const facts = emitMemory.recall(work);
      if (facts) known.set(work, { result: facts });
    }
  }
  const recalled = new Set(works.flatMap((work, position) => (known.has(work) ? [position] : [])));
  const unknown = works.filter((work) => !known.has(work));
  const read = unknown.length === 0 ? [] : await readEmitsApart(app, unknown);
  if (read.length !== unknown.length) throw new Error('The read of a batch gave another number of rows');
  for (const [position, work] of unknown.entries()) {
    const answer = read[position];
    if (!answer) continue;
    if ('result' in answer) emitMemory.learn(work, answer.result);
    known.set(work, answer);
  }
  return { facts: works.flatMap((work) => known.get(work) ?? []), recalled };
}

type Decision =
  | Awaited<ReturnType<typeof decideEmit>>
  | { readonly answer: { readonly apart: DecideApart } }
  | { readonly refusal: unknown };

async function decideAll(
  app: App,
  works: readonly EmitWork[],
  facts: readonly Answered<EmitFacts>[],
  { alone = false }: Try,
): Promise<readonly Decision[]> {
  const reads = createRefusalReads(app);
  const decide = async (work: EmitWork, position: number): Promise<Decision> => {
    const found = facts[position];
    if (!found) throw new Error('An emit has no facts');
    if ('fault' in found) return { refusal: found.fault };
    try {
      return await decideEmit(app, work, found.result, { alone, reads });
    } catch (refusal) {
      return refusal instanceof DecideApart ? { answer: { apart: refusal } } : { refusal };
    }
  };
  if (!works.some(({ isHeavy }) => isHeavy)) return Promise.all(works.map(decide));
  const decided: Decision[] = [];
  for (const [position, work] of works.entries()) {
    if (position > 0) await giveWay();
    decided.push(await decide(work, position));
  }
  return decided;
}

const nothingWritten: ReadonlySet<AcceptedEmit> = new Set();
const nothing: Pick<WrittenApart, 'emits' | 'failed'> = { emits: nothingWritten, failed: new Map() };

/** Gives the emits that were written, and those whose workspace could not be. No answer waits for the queue: what it loses, the next look at due rows finds. */
async function write(app: App, accepted: readonly AcceptedEmit[], { limits, patient = false }: Try) {
  const inHand = takeInHand(app, accepted);
  let claimed: ReadonlySet<AcceptedEmit> = nothingWritten;
  try {
    const written = await writeByWorkspace(app, accepted, { limits, patient, inHand: inHand.emits });
    ({ claimed } = written);
    if (written.fed > 0) app.parts.live.tell();
    const waiting = [...written.emits].filter((emit) => emit.record.message?.state === 'queued' && !claimed.has(emit));
    void app.wake.ask(
      'sending',
      waiting.map(({ work, workspaceId }) => ({ platformId: work.platformId, id: workspaceId })),
    );
    void app.wake.ask('webhooks', written.woken);
    return written;
  } finally {
    // The attempts of what was written as claimed begin here; the others free their slots.
    inHand.settle(claimed);
  }
}
