/**
 * A batch of concurrent emits: one read, one verdict for each, one write. Each emit gets its own response or rejection.
 * If a row changed between read and write, the emits run again one by one, so one bad emit does no harm to the others.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../context.ts';
import { isConflict } from '../db/divided-commit.ts';
import type { Settled } from '../db/group-commit.ts';
import type { Queryable } from '../db/pool.ts';
import { requestLimits, sharedBatchLimits, type TimeLimits } from '../db/time-limits.ts';
import { DomainError } from '../errors.ts';
import { otherWork } from '../turns/other-work.ts';
import { DecideApart } from './decide-apart.ts';
import { type AcceptedEmit, decideEmit } from './decide-emit.ts';
import type { BatchAnswer, EmitAnswer, EmitWork } from './emit-work.ts';
import { erasedKey, isSameBody } from './idempotency.ts';
import { type EmitFacts, readEmits } from './read-emits.ts';
import { secondsUntilFree, takeRates } from './take-rates.ts';
import { EmitFactsChanged, writeEmits } from './write-emits.ts';

type SettledEmit = Settled<BatchAnswer>;

/** Tries of one emit before the request is rejected (docs/rules.md#emit-consistency). */
const triesAlone = 10;
/**
 * Longest pause before the next try, for each try before it; milliseconds. Random, so that two emits do not
 * collide again.
 */
const pauseAfterTry = 5;
/** Seconds until a retry of an emit whose rows changed each time. */
const movedRetryAfter = 1;

/** Throws when another transaction holds a lock that the batch needs; see `isConflict`. */
export async function emitBatch(
  app: App,
  works: readonly EmitWork[],
  limits: TimeLimits,
): Promise<readonly SettledEmit[]> {
  try {
    return await tryBatch(app, works, limits);
  } catch (error) {
    if (!(error instanceof EmitFactsChanged)) throw error;
    return Promise.all(works.map((work) => retryAlone(app, work, limits)));
  }
}

/** Emits of one platform some of whose rows are locked: first together, then each alone if a lock is still held. */
export async function emitApart(app: App, works: readonly EmitWork[]): Promise<readonly SettledEmit[]> {
  const together = await emitBatch(app, works, sharedBatchLimits).catch((error: unknown) => {
    if (!isConflict(error)) throw error;
    return works.map((): SettledEmit => ({ refusal: error }));
  });
  return Promise.all(
    works.map((work, position) => {
      const outcome = together[position];
      const isDone = outcome && !('refusal' in outcome && isConflict(outcome.refusal));
      return isDone ? outcome : retryAlone(app, work, requestLimits);
    }),
  );
}

/** Runs one emit that no other emit waits for. Rejects with its error. */
export async function emitAlone(app: App, work: EmitWork): Promise<EmitAnswer> {
  const outcome = await retryAlone(app, work, requestLimits, true);
  if ('refusal' in outcome) throw outcome.refusal;
  if ('apart' in outcome.answer) throw outcome.answer.apart;
  return outcome.answer;
}

async function retryAlone(app: App, work: EmitWork, limits: TimeLimits, alone = false): Promise<SettledEmit> {
  for (let tries = 0; tries < triesAlone; tries += 1) {
    if (tries > 0) await sleep(Math.random() * tries * pauseAfterTry);
    try {
      const [outcome] = await tryBatch(app, [work], limits, alone);
      if (outcome) return outcome;
    } catch (error) {
      if (!(error instanceof EmitFactsChanged)) return { refusal: error };
    }
  }
  const message = 'What this emit is about kept changing meanwhile. Send it again.';
  return { refusal: new DomainError('unavailable', message, { retryAfter: movedRetryAfter }) };
}

async function tryBatch(
  app: App,
  works: readonly EmitWork[],
  limits: TimeLimits,
  alone = false,
): Promise<readonly SettledEmit[]> {
  const facts = await readEmits(app, works);
  if (facts.length !== works.length) throw new Error('The read of a batch returned a wrong number of rows');
  const decided = await decideAll(app, works, facts, alone);
  const accepted = decided.flatMap((decision) => ('accepted' in decision ? [decision.accepted] : []));
  const first = firstOfEachKey(accepted);
  const { written, limited } = first.length === 0 ? nothingWritten : await write(app, first, limits);
  return decided.map((decision) => {
    if (!('accepted' in decision)) return decision;
    const { accepted: emit } = decision;
    const refusal = limited.get(keyOf(emit));
    if (refusal) return { refusal };
    const winner = written.get(keyOf(emit));
    if (!winner) throw new Error('An accepted emit was neither written nor rejected');
    if (winner === emit) return { answer: { record: emit.record, replayed: false } };
    return isSameBody(winner.work.bodyHash, emit.work.bodyHash)
      ? { answer: { record: winner.record, replayed: true } }
      : { refusal: new DomainError('idempotency_key_reused') };
  });
}

type Decision =
  | Awaited<ReturnType<typeof decideEmit>>
  | { readonly answer: { readonly apart: DecideApart } }
  | { readonly refusal: unknown };

async function decideAll(
  app: App,
  works: readonly EmitWork[],
  facts: readonly EmitFacts[],
  alone: boolean,
): Promise<readonly Decision[]> {
  const decide = async (work: EmitWork, position: number): Promise<Decision> => {
    const found = facts[position];
    if (!found) throw new Error('An emit has no facts');
    try {
      return await decideEmit(app, work, found, alone);
    } catch (refusal) {
      return refusal instanceof DecideApart ? { answer: { apart: refusal } } : { refusal };
    }
  };
  if (!works.some(({ isHeavy }) => isHeavy)) return Promise.all(works.map(decide));
  const decided: Decision[] = [];
  for (const [position, work] of works.entries()) {
    if (position > 0) await otherWork();
    decided.push(await decide(work, position));
  }
  return decided;
}

interface Written {
  readonly written: ReadonlyMap<string, AcceptedEmit>;
  readonly limited: ReadonlyMap<string, DomainError>;
}

const nothingWritten: Written = { written: new Map(), limited: new Map() };

const keyOf = ({ workspaceId, key }: AcceptedEmit) => `${workspaceId} ${key}`;

/** Merges equal keys of one batch: the first emit is written, the others get its response. */
function firstOfEachKey(emits: readonly AcceptedEmit[]): readonly AcceptedEmit[] {
  const first = new Map<string, AcceptedEmit>();
  for (const emit of emits) if (!first.has(keyOf(emit))) first.set(keyOf(emit), emit);
  return [...first.values()];
}

async function write(app: App, emits: readonly AcceptedEmit[], limits: TimeLimits): Promise<Written> {
  const now = app.clock.now();
  const { limited, woken } = await app.db.transaction(async (client) => {
    const over = await takeRates(client, emits, now);
    // Some emits to the address may still be within the limit; each finds out alone.
    if (over.length > 0 && emits.length > 1) throw new EmitFactsChanged();
    const [alone] = over;
    if (alone) {
      // An equal emit that held the lock may have been the thirtieth; this emit is then a replay.
      if (await isWritten(app, client, alone)) throw new EmitFactsChanged();
      const retryAfter = await secondsUntilFree(client, alone, now);
      const refusal = new DomainError('recipient_rate_limited', undefined, { retryAfter });
      return { limited: new Map([[keyOf(alone), refusal]]), woken: [] };
    }
    return { limited: new Map<string, DomainError>(), woken: await writeEmits(app, client, emits) };
  }, limits);
  if (limited.size > 0) return { written: new Map(), limited };
  const sending = emits.flatMap(({ work, workspaceId, record }) =>
    record.message?.state === 'queued' ? [{ platformId: work.platformId, id: workspaceId }] : [],
  );
  await Promise.all([app.wake.ask('sending', sending), app.wake.ask('webhooks', woken)]);
  return { written: new Map(emits.map((emit) => [keyOf(emit), emit])), limited };
}

/** Runs after the statement that waited for the address, so it sees what was committed meanwhile. */
async function isWritten(app: App, client: Queryable, { workspaceId, key }: AcceptedEmit): Promise<boolean> {
  const { rowCount } = await client.query('SELECT FROM idempotency_keys WHERE workspace_id = $1 AND key IN ($2, $3)', [
    workspaceId,
    key,
    erasedKey(app.secrets, key),
  ]);
  return rowCount !== 0;
}
