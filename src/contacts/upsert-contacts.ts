import type { Ctx } from '../context.ts';
import { invalid } from '../ground/errors/errors.ts';
import { giveWay } from '../ground/give-way/give-way.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import type { ContactTarget } from './contact-drafts.ts';
import { readBatchItem } from './read-batch-item.ts';
import { type UpsertOutcome, type WantedContact, writeUpserts } from './write-upserts.ts';

/** Items of one batch (docs/rules.md#contact-batch). */
const batchMax = 500;
/** Items parsed before other requests run; about 10 ms for the largest items. */
const pieceItems = 50;

/** The result of one item. `reference` is null when the item had none, or an invalid one. */
export type UpsertResult = UpsertOutcome & { readonly reference: string | null };

/**
 * Writes up to 500 contacts in a bounded number of statements; each item has its own result, in order. Items of one
 * reference apply in sequence. Rejects with `not_found`, and with `validation_failed` for more items or no list.
 */
export async function upsertContacts(ctx: Ctx, workspace: string, items: unknown): Promise<readonly UpsertResult[]> {
  const { id } = await findWorkspace(ctx, workspace);
  if (!Array.isArray(items)) throw invalid({ contacts: ['must be a list'] });
  if (items.length > batchMax) throw invalid({ contacts: [`must have at most ${batchMax} items`] });
  const now = ctx.app.clock.now();
  const wanted: WantedContact[] = [];
  for (const item of items) {
    if (wanted.length > 0 && wanted.length % pieceItems === 0) await giveWay();
    wanted.push(readBatchItem(item, now));
  }
  const outcomes = wanted.length === 0 ? [] : await writeUpserts(ctx, id, wanted);
  return outcomes.map((outcome, position) => ({ ...outcome, reference: referenceOf(wanted[position]) }));
}

function referenceOf(wanted: { readonly target: ContactTarget } | undefined): string | null {
  return wanted?.target && 'reference' in wanted.target ? wanted.target.reference : null;
}
