/** Finds the faults of contacts whose shape is already rejected; nothing is written. */
import type { Ctx } from '../context.ts';
import { DomainError, type FieldErrors } from '../ground/errors/errors.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { topicFaults } from './apply-topics.ts';
import { attributeFaults } from './attribute-values.ts';
import { readContactWish } from './contact-input.ts';
import { findContact } from './find-contact.ts';
import { loadDefinitions, loadTopics } from './load-contacts.ts';

/** Rejects with `not_found` like the upsert. */
export async function findContactFaults(
  ctx: Ctx,
  workspace: string,
  path: string,
  input: unknown,
): Promise<FieldErrors> {
  await findWorkspace(ctx, workspace, { select: { id: true } });
  const isNew = path.startsWith('ref:') && !(await exists(ctx, workspace, path));
  const definitions = await loadDefinitions(ctx.app.db.pool, ctx.platformId);
  const wish = readContactWish(input, ctx.app.clock.now());
  const { faults, attributes, emailGiven } = wish;
  const topics = await loadTopics(ctx.app.db.pool, ctx.platformId, [wish]);
  return {
    ...topicFaults(topics, wish.fields.topics),
    ...faults,
    ...(isNew && !emailGiven ? { email: ['is required for a new contact'] } : {}),
    ...(faults.attributes ? {} : attributeFaults(definitions, attributes, isNew)),
  };
}

async function exists(ctx: Ctx, workspace: string, path: string): Promise<boolean> {
  try {
    await findContact(ctx, workspace, path, { select: { id: true } });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Items that name no contact, or whose contact is not looked up, get only the faults of their fields. */
export async function findContactsFaults(ctx: Ctx, items: unknown): Promise<FieldErrors> {
  if (!Array.isArray(items)) return {};
  const definitions = await loadDefinitions(ctx.app.db.pool, ctx.platformId);
  const now = ctx.app.clock.now();
  const found: [string, readonly string[]][] = [];
  for (const [position, item] of items.entries()) {
    const { reference: _reference, ...input } = Object(item);
    const { faults, attributes } = readContactWish(input, now);
    const all = { ...faults, ...(faults.attributes ? {} : attributeFaults(definitions, attributes, false)) };
    for (const [path, messages] of Object.entries(all)) found.push([`contacts.${position}.${path}`, messages]);
  }
  return Object.fromEntries(found);
}
