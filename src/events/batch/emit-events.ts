/** Many emits of one request, each judged alone (docs/rules.md#emit-batch). */
import type { Ctx } from '../../context.ts';
import { type DomainError, invalid } from '../../ground/errors/errors.ts';
import { giveWayAfterStretches } from '../../ground/give-way/give-way-after.ts';
import { findWorkspace } from '../../tenant/find-workspace.ts';
import { emitAndNote } from '../emit/emit-and-note.ts';
import { emitWork } from '../emit/emit-event.ts';
import { idempotencyKey } from '../emit/emit-input.ts';
import type { EmitAnswer, EmitWork } from '../emit/emit-work.ts';
import { readWork } from '../emit/read-work.ts';
import { replay, type StoredEmit } from '../idempotency/idempotency.ts';
import { findPlaces } from './find-places.ts';
import { createItemRefusals, type ItemRefusals } from './item-refusals.ts';
import { throwIfNoneJudged } from './none-judged.ts';
import { type BatchedEmit, readItem } from './read-item.ts';

/** Emits of one request, at most. */
export const emitsMax = 500;

/** The result of one item. `key` is null when the item had none, or an invalid one. */
export type EmitResult = { readonly key: string | null } & (
  | { readonly result: 'accepted'; readonly answer: EmitAnswer }
  | { readonly result: 'refused'; readonly refusal: DomainError }
);

interface Batch {
  readonly requestId: string;
  /** The workspace of all items; null: each item names its own. */
  readonly workspace: string | null;
  readonly items: unknown;
}

/**
 * Emits up to 500 events, each accepted or rejected alone; results in order. Items of one idempotency key are decided in
 * their order. Rejects with `not_found` for `workspace`, with `validation_failed` for more items or no list, and as a
 * whole where no item could be judged.
 */
export async function emitEvents(ctx: Ctx, { requestId, workspace, items }: Batch): Promise<readonly EmitResult[]> {
  if (workspace !== null) await findWorkspace(ctx, workspace, { select: { id: true } });
  if (!Array.isArray(items)) throw invalid({ events: ['must be a list'] });
  if (items.length > emitsMax) throw invalid({ events: [`must have at most ${emitsMax} items`] });
  // A workspace may be named in two ways; where all items are of one, it is named in one.
  const placeOf = workspace === null ? await findPlaces(ctx, namedBy(items)) : (path: string) => path;
  /** What was accepted of each workspace and key, after its last item so far. */
  const latest = new Map<string, Promise<StoredEmit | null>>();
  const results: Promise<EmitResult>[] = [];
  const refusals = createItemRefusals(ctx);
  const pause = giveWayAfterStretches();
  for (const item of items) {
    await pause();
    const emit = readItem(item, workspace);
    const { data: key = null } = idempotencyKey.safeParse(emit.input.idempotencyKey);
    const place = `${placeOf(emit.workspace)} ${key}`;
    // Read before its turn comes, while earlier items are written.
    const read = await readWorkOf(ctx, emit);
    const before = key === null ? undefined : latest.get(place);
    const result = resultOf(refusals, key, () =>
      emitAndNote(ctx, { ...emit, requestId }, () => emitInTurn(ctx, read, before)),
    );
    if (key !== null) latest.set(place, acceptedBy(result, read, before));
    results.push(result);
  }
  const settled = await Promise.all(results);
  refusals.log();
  throwIfNoneJudged(settled.map((one) => (one.result === 'refused' ? one.refusal : null)));
  return settled;
}

function namedBy(items: readonly unknown[]): readonly string[] {
  return items.map((item) => readItem(item, null).workspace);
}

async function acceptedBy(
  result: Promise<EmitResult>,
  read: ReadEmit,
  before: Promise<StoredEmit | null> | undefined,
): Promise<StoredEmit | null> {
  const settled = await result;
  if (settled.result === 'accepted' && 'work' in read) {
    return { bodyHash: read.work.bodyHash, answer: settled.answer.record };
  }
  return (await before) ?? null;
}

type ReadEmit = { readonly work: EmitWork } | { readonly error: unknown };

/** An item that cannot be read is noted like any other that is rejected. */
async function readWorkOf(ctx: Ctx, { workspace, fault, input }: BatchedEmit): Promise<ReadEmit> {
  if (fault !== null) return { error: fault };
  return readWork(ctx, workspace, input).then(
    (work) => ({ work }),
    (error: unknown) => ({ error }),
  );
}

async function emitInTurn(
  ctx: Ctx,
  read: ReadEmit,
  before: Promise<StoredEmit | null> | undefined,
): Promise<EmitAnswer> {
  if ('error' in read) throw read.error;
  const { work } = read;
  const { batchPlaces, emits } = ctx.app.parts;
  const accepted = await before;
  if (accepted) return replay(accepted, work.key, work.bodyHash);
  return work.isHeavy
    ? batchPlaces.heavy(ctx.platformId, () => emitWork(ctx, work, emits.heavy))
    : batchPlaces.light(ctx.platformId, () => emitWork(ctx, work, emits.many));
}

/** Never rejects. */
async function resultOf(
  refusals: ItemRefusals,
  key: string | null,
  emit: () => Promise<EmitAnswer>,
): Promise<EmitResult> {
  try {
    return { key, result: 'accepted', answer: await emit() };
  } catch (error) {
    return { key, result: 'refused', refusal: refusals.of(error) };
  }
}
