import type { Ctx } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { DomainError } from '../ground/errors/errors.ts';
import { newId } from '../ground/ids.ts';
import { applyUpsert, type Upsert, type UpsertRules } from './apply-upsert.ts';
import { type ContactTarget, createRoster, type Roster } from './contact-drafts.ts';
import type { ContactWish } from './contact-input.ts';
import { contactTransaction } from './contact-transaction.ts';
import { loadContacts, loadDefinitions, loadErasures, loadTopics } from './load-contacts.ts';
import { writeContacts } from './write-contacts.ts';

/** One contact of the request. */
export interface WantedContact {
  readonly target: ContactTarget;
  readonly wish: ContactWish;
}

/** The result of one item. */
export type UpsertOutcome =
  | { readonly result: 'created' | 'updated'; readonly id: string }
  | { readonly result: 'refused'; readonly refusal: DomainError };

/** A contact with the hash of its address. */
export type HashedContact = WantedContact & Pick<Upsert, 'addressHash'>;

/** Writes contacts of a workspace in one transaction, each accepted or rejected alone; results in order. */
export function writeUpserts(
  ctx: Ctx,
  workspaceId: string,
  wanted: readonly WantedContact[],
): Promise<readonly UpsertOutcome[]> {
  const upserts = hashed(ctx, wanted);
  return contactTransaction(ctx, workspaceId, (client) => writeHashed(ctx, client, { workspaceId, upserts }));
}

/** Computes the hashes of addresses, before a transaction begins. */
export const hashed = (ctx: Ctx, wanted: readonly WantedContact[]): readonly HashedContact[] =>
  wanted.map((one) => ({ ...one, addressHash: hashOf(ctx, one.wish) }));

interface HashedWrite {
  readonly workspaceId: string;
  readonly upserts: readonly HashedContact[];
  /** When the caller sent what is written later: a person who was erased since is not written again. */
  readonly sentAt?: Date;
  /** Called once the contacts that the items name are read and locked. */
  readonly held?: () => void;
}

/** Writes contacts in a transaction of `contactTransaction`. */
export async function writeHashed(
  ctx: Ctx,
  client: Queryable,
  { workspaceId, upserts, sentAt, held }: HashedWrite,
): Promise<readonly UpsertOutcome[]> {
  const targets = upserts.map(({ target }) => target);
  const hashes = upserts.flatMap(({ addressHash }) => addressHash ?? []);
  const stored = await loadContacts(client, workspaceId, {
    ids: targets.flatMap((target) => (target && 'id' in target ? target.id : [])),
    references: targets.flatMap((target) => (target && 'reference' in target ? target.reference : [])),
    hashes,
  });
  held?.();
  const now = ctx.app.clock.now();
  const roster = createRoster(stored);
  const rules: UpsertRules = {
    definitions: await loadDefinitions(client, ctx.platformId),
    erasedAt: await loadErasures(client, workspaceId, [...hashes, ...stored.map(({ addressHash }) => addressHash)]),
    topics: await loadTopics(
      client,
      ctx.platformId,
      upserts.map(({ wish }) => wish),
    ),
    apiKeyId: ctx.apiKeyId,
    newId: () => newId(now),
    ...(sentAt && { sentAt }),
  };
  const outcomes = upserts.map((upsert) => outcomeOf(roster, upsert, rules));
  await writeContacts(client, { platformId: ctx.platformId, workspaceId, now }, [...roster.drafts.values()]);
  return outcomes;
}

function hashOf(ctx: Ctx, { fields }: ContactWish): string | null {
  return fields.email === undefined ? null : ctx.app.secrets.addressHash(fields.email).toString('hex');
}

function outcomeOf(roster: Roster, upsert: Upsert, rules: UpsertRules): UpsertOutcome {
  try {
    const { id, created } = applyUpsert(roster, upsert, rules);
    return { result: created ? 'created' : 'updated', id };
  } catch (error) {
    if (error instanceof DomainError) return { result: 'refused', refusal: error };
    throw error;
  }
}
