/** Finds the addresses and ids under which a workspace knows a person, for an erasure. */

import { toAddressesSql } from '../db/address-key.ts';
import type { Form } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { statement } from '../db/rows.ts';

/** The person to erase: a contact of the workspace, or the holder of an address. */
export type PersonSought =
  | { readonly contact: { readonly id: string } | { readonly reference: string } }
  | { readonly addressHash: Buffer };

export interface Person {
  /** The person's current contact; null: none. */
  readonly contactId: string | null;
  /** As keyed hashes, with the person's former addresses; without addresses that another contact now holds. */
  readonly addressHashes: readonly Buffer[];
  /** Further addresses to which a contact of the person had events: other contacts hold them now. */
  readonly otherHashes: readonly Buffer[];
  /** Contacts of the person, deleted ones too. */
  readonly contactIds: readonly string[];
  /** Addresses and references as text, as far as they are still stored, and the ids of the contacts. */
  readonly terms: readonly string[];
  /** When the latest event for the person was accepted; null: never. */
  readonly latestEventAt: Date | null;
}

/** Former addresses of one contact, and former contacts of the addresses, that one erasure takes along, at most. */
const formerMax = 1_000;

/** Mails to one address in which it is read as text, at most. */
const readMails = 200;

/** An address to which a contact had events, and when the latest was; null: none is kept. */
interface HadAddress {
  readonly hash: Buffer;
  readonly at: Date | null;
}

/** Events to an address of the person: their contact, and when the latest was. */
interface MailedContact {
  /** Null: without a contact. */
  readonly id: string | null;
  readonly reference: string | null;
  readonly at: Date | null;
  /** Whether no such contact exists any more. */
  readonly gone: boolean;
}

interface ContactRow {
  readonly id: string;
  readonly reference: string | null;
  readonly email: string;
  readonly address_hash: Buffer;
}

/** Addresses of the person that are known without reading events, as keyed hashes. */
export async function readKnownAddresses(
  db: Queryable,
  workspaceId: string,
  sought: PersonSought,
): Promise<readonly Buffer[]> {
  const contact = await findContactRow(db, workspaceId, sought);
  const known = addressesOf(contact, sought);
  if (!contact) return uniqueHashes(known);
  const { rows: former } = await db.query<{ hash: Buffer }>(
    `SELECT hash FROM ${formerSql} former (hash) WHERE ${isTheirsSql('former')}`,
    [workspaceId, contact.id],
  );
  return uniqueHashes([...known, ...former.map(({ hash }) => hash)]);
}

/** SQL after FROM, of workspace `$1` and contact `$2`. */
const formerSql = `(SELECT f.address_hash FROM former_addresses f WHERE f.workspace_id = $1 AND f.contact_id = $2
        ORDER BY f.until DESC LIMIT ${formerMax})`;

/** SQL: whether no other contact holds the address. */
const isTheirsSql = (had: string) => `NOT EXISTS (
       SELECT FROM contacts c WHERE c.workspace_id = $1 AND c.address_hash = ${had}.hash AND c.id <> $2)`;

const findMailed = statement({
  values: { workspaceId: 'text', addressHashes: 'bytea[]' },
  text: ({ workspaceId, addressHashes }, only) => `
    SELECT had.id, had.reference, had.at,
           NOT EXISTS (SELECT FROM contacts c WHERE c.workspace_id = ${workspaceId} AND c.id = had.id) AS gone
    FROM (
      SELECT e.contact_id AS id, e.contact_reference AS reference, max(e.created_at) AS at FROM events e
      WHERE ${toAddressesSql('e', workspaceId, addressHashes, only)} GROUP BY 1, 2
      UNION ALL
      (SELECT f.contact_id, NULL, NULL FROM former_addresses f
       WHERE f.workspace_id = ${workspaceId} AND f.address_hash = ANY(${addressHashes})
       ORDER BY f.until DESC LIMIT ${formerMax})) had`,
});

/** Returns null for an unknown contact. Every address has a person. `form`: for the workspace. */
export async function readPerson(
  db: Queryable,
  form: Form,
  workspaceId: string,
  sought: PersonSought,
): Promise<Person | null> {
  const contact = await findContactRow(db, workspaceId, sought);
  if (!contact && 'contact' in sought) return null;
  const known = addressesOf(contact, sought);
  const had = contact ? await readHad(db, workspaceId, contact.id) : [];
  const addressHashes = uniqueHashes([...known, ...had.flatMap(({ hash, theirs }) => (theirs ? [hash] : []))]);
  const { rows: mailed } = await db.query<MailedContact>(form(findMailed)({ workspaceId, addressHashes }));
  const gone = mailed.filter((each): each is MailedContact & { readonly id: string } => each.id !== null && each.gone);
  const goneIds = [...new Set(gone.map(({ id }) => id))];
  const { rows: goneHad } = await db.query<HadAddress>(
    `SELECT e.address_hash AS hash, max(e.created_at) AS at FROM events e
     WHERE e.workspace_id = $1 AND e.contact_id = ANY($2) GROUP BY 1`,
    [workspaceId, goneIds],
  );
  const contactIds = [...new Set([...(contact ? [contact.id] : []), ...goneIds])];
  const times = [...had, ...mailed, ...goneHad].flatMap(({ at }) => (at === null ? [] : [at.getTime()]));
  const otherHashes = [...had, ...goneHad].map(({ hash }) => hash);
  const written = await readWritten(db, form, workspaceId, { addressHashes, otherHashes, contactIds });
  const terms = [contact?.reference, ...gone.map(({ reference }) => reference), contact?.email, ...written];
  return {
    contactId: contact?.id ?? null,
    addressHashes,
    otherHashes,
    contactIds,
    terms: [...new Set([...terms.flatMap((term) => term ?? []), ...contactIds])],
    latestEventAt: times.length === 0 ? null : new Date(Math.max(...times)),
  };
}

/** The addresses of a contact, as far as its events and its changes tell; `theirs`: nobody else holds them. */
async function readHad(
  db: Queryable,
  workspaceId: string,
  contactId: string,
): Promise<readonly (HadAddress & { readonly theirs: boolean })[]> {
  const { rows } = await db.query<HadAddress & { readonly theirs: boolean }>(
    `SELECT had.hash, had.at, ${isTheirsSql('had')} AS theirs
     FROM (
       SELECT e.address_hash AS hash, max(e.created_at) AS at FROM events e
       WHERE e.workspace_id = $1 AND e.contact_id = $2 GROUP BY 1
       UNION ALL
       SELECT former.hash, NULL FROM ${formerSql} former (hash)) had
     WHERE had.hash <> $3`,
    [workspaceId, contactId, nameless],
  );
  return rows;
}

/** The address hash of an event whose person was erased. */
export const nameless = Buffer.alloc(0);

interface Written {
  readonly addressHashes: readonly Buffer[];
  /** Addresses to which a contact of the person had mail. */
  readonly otherHashes: readonly Buffer[];
  readonly contactIds: readonly string[];
}

/**
 * Some mails to an address are read: in others it may be written otherwise, but in letters that the search takes for equal
 * (word-finder.ts).
 */
const findWritten = statement({
  values: { workspaceId: 'text', hashes: 'bytea[]', areTheirs: 'boolean[]', contactIds: 'text[]' },
  text: ({ workspaceId, hashes, areTheirs, contactIds }, only) => `
    -- As in src/suppressions/note-mailbox-faults.ts.
    SELECT DISTINCT m.recipient AS text
    FROM unnest(${hashes}, ${areTheirs}) sought (hash, is_theirs)
    CROSS JOIN LATERAL (
      SELECT e.workspace_id, e.id FROM events e
      WHERE ${toAddressesSql('e', workspaceId, 'ARRAY[sought.hash]', only)} AND e.mails
        AND (sought.is_theirs OR e.contact_id = ANY(${contactIds}))
      LIMIT ${readMails}) e
    CROSS JOIN LATERAL (
      SELECT m.recipient FROM messages m
      WHERE m.workspace_id = e.workspace_id AND ${only('m.workspace_id')} AND ${isOfEventSql('m', 'e.id')}
        AND m.recipient IS NOT NULL OFFSET 0) m`,
});

/** Addresses in mail to the person, and references in webhooks about the person's contacts. */
async function readWritten(
  db: Queryable,
  form: Form,
  workspaceId: string,
  { addressHashes, otherHashes, contactIds }: Written,
): Promise<readonly string[]> {
  const { rows: mailed } = await db.query<{ text: string }>(
    form(findWritten)({
      workspaceId,
      hashes: [...addressHashes, ...otherHashes],
      areTheirs: [...addressHashes.map(() => true), ...otherHashes.map(() => false)],
      contactIds,
    }),
  );
  const { rows: named } = await db.query<{ text: string | null }>(
    'SELECT DISTINCT contact_reference AS text FROM webhooks WHERE workspace_id = $1 AND contact_id = ANY($2)',
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

function addressesOf(contact: ContactRow | undefined, sought: PersonSought): readonly Buffer[] {
  if (contact) return [contact.address_hash];
  return 'addressHash' in sought ? [sought.addressHash] : [];
}

function uniqueHashes(hashes: readonly Buffer[]): readonly Buffer[] {
  return [...new Map(hashes.map((hash) => [hash.toString('hex'), hash])).values()];
}
