/** Finds the addresses and ids under which a workspace knows a person, for an erasure. */
import type { Queryable } from '../db/pool.ts';
import { ofPersonSql, toAddressesSql } from '../events/address-key.ts';

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
  /** Addresses and references as text, as far as they are still stored. */
  readonly terms: readonly string[];
  /** When the latest event for the person was accepted; null: never. */
  readonly latestEventAt: Date | null;
}

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
    `SELECT DISTINCT e.address_hash FROM events e
     WHERE e.workspace_id = $1 AND e.contact_id = $2 AND e.address_hash <> $3
       AND NOT EXISTS (
         SELECT FROM contacts c WHERE c.workspace_id = $1 AND c.address_hash = e.address_hash AND c.id <> $2)`,
    [workspaceId, contact?.id ?? null, nameless],
  );
  const addressHashes = uniqueHashes([...known, ...earlier.map(({ address_hash }) => address_hash)]);
  const { rows: gone } = await db.query<{ id: string; reference: string | null }>(
    `SELECT DISTINCT e.contact_id AS id, e.contact_reference AS reference FROM events e
     WHERE ${toAddressesSql('e', '$1', '$2::bytea[]')} AND e.contact_id IS NOT NULL
       AND NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = $1 AND c.id = e.contact_id)`,
    [workspaceId, addressHashes],
  );
  const contactIds = [...new Set([...(contact ? [contact.id] : []), ...gone.map(({ id }) => id)])];
  const { rows: written } = await db.query<{ recipient: string }>(
    // As in src/suppressions/note-mailbox-faults.ts.
    `SELECT DISTINCT m.recipient FROM events e CROSS JOIN LATERAL (
       SELECT recipient FROM messages
       WHERE workspace_id = e.workspace_id AND event_id = e.id AND recipient IS NOT NULL OFFSET 0) m
     WHERE ${toAddressesSql('e', '$1', 'ARRAY(SELECT unnest($2::bytea[]))')} AND e.mails`,
    [workspaceId, addressHashes],
  );
  const { rows: latest } = await db.query<{ at: Date | null }>(
    `SELECT max(e.created_at) AS at FROM events e WHERE ${ofPersonSql('e', '$1', '$2::bytea[]', '$3')}`,
    [workspaceId, addressHashes, contactIds],
  );
  const references = [contact?.reference, ...gone.map(({ reference }) => reference)];
  const addresses = [contact?.email, ...written.map(({ recipient }) => recipient)];
  return {
    contactId: contact?.id ?? null,
    addressHashes,
    contactIds,
    terms: [...new Set([...references, ...addresses].flatMap((term) => term ?? []))],
    latestEventAt: latest[0]?.at ?? null,
  };
}

/** The address hash of an event whose person was erased. */
export const nameless = Buffer.alloc(0);

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
