/** Finds the addresses and ids under which a workspace knows a person, for an erasure. */

import { ofPersonSql, toAddressesSql } from '../db/address-key.ts';
import type { Queryable } from '../db/pool.ts';

/** The person to erase: a contact of the workspace, or the holder of an address. */
export type PersonSought =
  | { readonly contact: { readonly id: string } | { readonly reference: string } }
  | { readonly addressHash: Buffer };

export interface Person {
  /** The person's current contact; null: none. */
  readonly contactId: string | null;
  /** As keyed hashes, with the person's former addresses; without addresses that another contact now holds. */
  readonly addressHashes: readonly Buffer[];
  /** Contacts of the person, deleted ones too. */
  readonly contactIds: readonly string[];
  /** Addresses and references as text, as far as they are still stored, and the ids of the contacts. */
  readonly terms: readonly string[];
  /** When the latest event for the person was accepted; null: never. */
  readonly latestEventAt: Date | null;
}

/** Former addresses of one contact, and former contacts of the addresses, that one erasure takes along, at most. */
const formerMax = 1_000;

interface ContactRow {
  readonly id: string;
  readonly reference: string | null;
  readonly email: string;
  readonly address_hash: Buffer;
}

/** Returns null for an unknown contact. Every address has a person. */
export async function readPerson(db: Queryable, workspaceId: string, sought: PersonSought): Promise<Person | null> {
  const contact = await findContactRow(db, workspaceId, sought);
  if (!contact && 'contact' in sought) return null;
  const known = contact ? [contact.address_hash] : 'addressHash' in sought ? [sought.addressHash] : [];
  const { rows: earlier } = await db.query<{ address_hash: Buffer }>(
    `SELECT had.address_hash FROM (
       SELECT DISTINCT e.address_hash FROM events e
       WHERE e.workspace_id = $1 AND e.contact_id = $2 AND e.address_hash <> $3
       UNION
       (SELECT f.address_hash FROM former_addresses f WHERE f.workspace_id = $1 AND f.contact_id = $2
        ORDER BY f.until DESC LIMIT ${formerMax})) had
     WHERE NOT EXISTS (
       SELECT FROM contacts c WHERE c.workspace_id = $1 AND c.address_hash = had.address_hash AND c.id <> $2)`,
    [workspaceId, contact?.id ?? null, nameless],
  );
  const addressHashes = uniqueHashes([...known, ...earlier.map(({ address_hash }) => address_hash)]);
  const { rows: gone } = await db.query<{ id: string; reference: string | null }>(
    `SELECT had.id, had.reference FROM (
       SELECT DISTINCT e.contact_id AS id, e.contact_reference AS reference FROM events e
       WHERE ${toAddressesSql('e', '$1', '$2::bytea[]')} AND e.contact_id IS NOT NULL
       UNION
       (SELECT f.contact_id, NULL FROM former_addresses f WHERE f.workspace_id = $1 AND f.address_hash = ANY($2)
        ORDER BY f.until DESC LIMIT ${formerMax})) had
     WHERE NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = $1 AND c.id = had.id)`,
    [workspaceId, addressHashes],
  );
  const contactIds = [...new Set([...(contact ? [contact.id] : []), ...gone.map(({ id }) => id)])];
  const { rows: latest } = await db.query<{ at: Date | null }>(
    `SELECT max(e.created_at) AS at FROM events e WHERE ${ofPersonSql('e', '$1', '$2::bytea[]', '$3')}`,
    [workspaceId, addressHashes, contactIds],
  );
  const written = await readWritten(db, workspaceId, addressHashes, contactIds);
  const terms = [contact?.reference, ...gone.map(({ reference }) => reference), contact?.email, ...written];
  return {
    contactId: contact?.id ?? null,
    addressHashes,
    contactIds,
    terms: [...new Set([...terms.flatMap((term) => term ?? []), ...contactIds])],
    latestEventAt: latest[0]?.at ?? null,
  };
}

/** The address hash of an event whose person was erased. */
export const nameless = Buffer.alloc(0);

/** Addresses in mail to the person, and references in webhooks about the person's contacts. */
async function readWritten(
  db: Queryable,
  workspaceId: string,
  addressHashes: readonly Buffer[],
  contactIds: readonly string[],
): Promise<readonly string[]> {
  const { rows: mailed } = await db.query<{ text: string }>(
    // As in src/suppressions/note-mailbox-faults.ts.
    `SELECT DISTINCT m.recipient AS text FROM events e CROSS JOIN LATERAL (
       SELECT recipient FROM messages
       WHERE workspace_id = e.workspace_id AND event_id = e.id AND recipient IS NOT NULL OFFSET 0) m
     WHERE ${toAddressesSql('e', '$1', 'ARRAY(SELECT unnest($2::bytea[]))')} AND e.mails`,
    [workspaceId, addressHashes],
  );
  const { rows: named } = await db.query<{ text: string | null }>(
    `SELECT contact_reference AS text FROM webhooks WHERE workspace_id = $1 AND contact_id = ANY($2)
     UNION
     SELECT m.recipient FROM events e CROSS JOIN LATERAL (
       SELECT recipient FROM messages WHERE workspace_id = e.workspace_id AND event_id = e.id OFFSET 0) m
     WHERE e.workspace_id = $1 AND e.contact_id = ANY($2)`,
    [workspaceId, contactIds],
  );
  return [...mailed, ...named].flatMap(({ text }) => text ?? []);
}

async function findContactRow(
  db: Queryable,
  workspaceId: string,
  sought: PersonSought,
): Promise<ContactRow | undefined> {
  const path = 'contact' in sought ? sought.contact : {};
  const { rows } = await db.query<ContactRow>(
    `SELECT id, reference, email, address_hash FROM contacts
     WHERE workspace_id = $1 AND (id = $2 OR reference = $3 OR address_hash = $4)`,
    [
      workspaceId,
      'id' in path ? path.id : null,
      'reference' in path ? path.reference : null,
      'addressHash' in sought ? sought.addressHash : null,
    ],
  );
  return rows[0];
}

function uniqueHashes(hashes: readonly Buffer[]): readonly Buffer[] {
  return [...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).values()];
}
