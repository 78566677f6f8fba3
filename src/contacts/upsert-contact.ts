import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { findWorkspace, placeOf } from '../tenant/find-workspace.ts';
import { readContactWish } from './contact-input.ts';
import { writeUpserts } from './write-upserts.ts';

/** The contact that an upsert wrote. */
export interface UpsertedContact {
  readonly workspaceId: string;
  readonly id: string;
  readonly created: boolean;
}

/**
 * Writes one contact (docs/rules.md#contact-upsert). `path`: `ref:<reference>` creates or updates, an id only updates,
 * null creates a contact without a reference. Rejects with `not_found`, `validation_failed`, `email_taken`,
 * `consent_older_than_opt_out`.
 */
export async function upsertContact(
  ctx: Ctx,
  workspace: string,
  path: string | null,
  input: unknown,
): Promise<UpsertedContact> {
  const { id: workspaceId } = await findWorkspace(ctx, workspace);
  const target = path === null ? null : placeOf(path);
  if (path !== null && target === null) throw notFound('contact');
  const wish = readContactWish(input, ctx.app.clock.now());
  const [outcome] = await writeUpserts(ctx, workspaceId, [{ target, wish }]);
  if (!outcome) throw new Error('An upsert of one contact has no outcome');
  if (outcome.result === 'refused') throw outcome.refusal;
  return { workspaceId, id: outcome.id, created: outcome.result === 'created' };
}
