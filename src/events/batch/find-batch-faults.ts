/** What is wrong with items of a batch whose shape is already rejected, beyond their shape; nothing is recorded. */
import type { Ctx } from '../../context.ts';
import { DomainError, type FieldErrors } from '../../ground/errors/errors.ts';
import { type EmitFinding, findFaultsOfEmits } from '../emit/find-emit-faults.ts';
import { emitsMax } from './emit-events.ts';
import { throwIfNoneJudged } from './none-judged.ts';
import { readItem } from './read-item.ts';

/** In the order of the items; throws what keeps every item from being judged. `workspace`: that of the request; null: each item names its own. */
export async function findItemFaults(
  ctx: Ctx,
  workspace: string | null,
  items: readonly unknown[],
): Promise<readonly EmitFinding[]> {
  const emits = items.map((item) => readItem(item, workspace));
  // The shape of an item that names no workspace says so.
  const named = emits.filter(({ fault }) => fault === null);
  const found = await findFaultsOfEmits(ctx, named);
  const byEmit = new Map(named.map((emit, position) => [emit, found[position] ?? {}]));
  const findings = emits.map((emit) => byEmit.get(emit) ?? {});
  throwIfNoneJudged(findings.map((one) => (one instanceof DomainError ? one : null)));
  return findings;
}

/** All faults of the items of a batch that is rejected as a whole, under paths such as `events.0.payload`. */
export async function findBatchFaults(ctx: Ctx, workspace: string | null, items: unknown): Promise<FieldErrors> {
  if (!Array.isArray(items)) return {};
  const findings = await findItemFaults(ctx, workspace, items.slice(0, emitsMax));
  const faults = findings.flatMap((found, position) =>
    found instanceof DomainError
      ? []
      : Object.entries(found).map(([path, messages]) => [`events.${position}.${path}`, messages] as const),
  );
  return Object.fromEntries(faults);
}
