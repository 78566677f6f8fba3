import type { AttributeType, ContactStatus } from '../../prisma/generated/client.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { rowsOfIndex } from '../db/lists/walk.ts';
import { rowsOf, statement } from '../db/rows.ts';
import type { ContactTopics } from '../topics/contact-topics.ts';
import type { Attributes, Definitions } from './attribute-values.ts';
import type { ContactState } from './contact-drafts.ts';
import type { ContactWish } from './contact-input.ts';

interface ContactRow {
  readonly id: string;
  readonly reference: string | null;
  readonly email: string;
  readonly address_hash: string;
  readonly status: ContactStatus;
  readonly locale: string | null;
  readonly marketing_at: Date | null;
  readonly consented_at: Date | null;
  readonly consented_by_key: string | null;
  readonly opted_out_at: Date | null;
  readonly pixel_consent_at: Date | null;
  readonly attributes: Attributes;
  readonly topics: ContactTopics | null;
}

interface Wanted {
  readonly ids: readonly string[];
  readonly references: readonly string[];
  readonly hashes: readonly string[];
}

const loadedColumns = `c.id, c.reference, c.email, encode(c.address_hash, 'hex') AS address_hash, c.status, c.locale, c.marketing_at,
  c.consented_at, c.consented_by_key, c.opted_out_at, c.pixel_consent_at, c.attributes, c.topics`;

const hashColumn = { address_hash: ['bytea', (hash: string) => Buffer.from(hash, 'hex')] } as const;

/** The contact with a value of a unique column, by the index of that column alone. */
const byName = (column: string, workspaceId: string, name: string, columns = 'c.id') => {
  const prefix = [
    { column: 'c.workspace_id', sql: workspaceId },
    { column: `c.${column}`, sql: name },
  ];
  return rowsOfIndex({ from: 'contacts c', prefix }, columns, noValues);
};

const noValues = (): never => {
  throw new Error('The names of a batch are columns');
};

/**
 * Each name is looked up in the index of its column (docs/rules.md#contact-batch), which its order names: the transaction sorts
 * nothing (src/contacts/contact-transaction.ts). By equal signs, a workspace that the statistics do not know, or a plan made for
 * an empty table, takes any index that begins with the workspace, and reads all of it for each name: an import brings a million
 * contacts into one before they are analysed.
 */
const loadNamed = statement({
  rows: {
    i: rowsOf<string>({ id: ['text', (id) => id] }),
    r: rowsOf<string>({ reference: ['text', (reference) => reference] }),
    h: rowsOf<string>(hashColumn),
  },
  values: { workspaceId: 'text' },
  text: ({ i, r, h, workspaceId }) => `
    SELECT c.* FROM (
      SELECT i.id FROM ${i}
      UNION SELECT by_reference.id FROM ${r} CROSS JOIN LATERAL (
        ${byName('reference', workspaceId, 'r.reference')} LIMIT 1) by_reference
      UNION SELECT by_address.id FROM ${h} CROSS JOIN LATERAL (
        ${byName('address_hash', workspaceId, 'h.address_hash')} LIMIT 1) by_address
      ORDER BY id
    ) named CROSS JOIN LATERAL (
      ${byName('id', workspaceId, 'named.id', loadedColumns)} FOR UPDATE) c`,
});

/**
 * Loads the contacts that a batch names, and the holders of addresses in the batch; locked in the order of their ids.
 */
export async function loadContacts(
  client: Queryable,
  workspaceId: string,
  { ids, references, hashes }: Wanted,
): Promise<readonly ContactState[]> {
  const { rows } = await client.query<ContactRow>(loadNamed({ i: ids, r: references, h: hashes, workspaceId }));
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    email: row.email,
    addressHash: row.address_hash,
    status: row.status,
    locale: row.locale,
    marketingAt: row.marketing_at,
    consentedAt: row.consented_at,
    consentedByKey: row.consented_by_key,
    optedOutAt: row.opted_out_at,
    pixelConsentAt: row.pixel_consent_at,
    attributes: row.attributes,
    topics: row.topics,
  }));
}

const loadErased = statement({
  name: 'load-erasures',
  rows: { h: rowsOf<string>(hashColumn) },
  values: { workspaceId: 'text' },
  text: ({ h, workspaceId }) => `
    SELECT encode(h.address_hash, 'hex') AS address_hash, erased_at
    FROM ${h} CROSS JOIN LATERAL (
      SELECT erased_at FROM erased_addresses WHERE workspace_id = ${workspaceId} AND address_hash = h.address_hash
      LIMIT 1) erased`,
});

/** Returns the time of each address' erasure in the workspace, by its hash. */
export async function loadErasures(
  client: Queryable,
  workspaceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await client.query<{ address_hash: string; erased_at: Date }>(
    loadErased({ h: hashes, workspaceId }),
  );
  return new Map(rows.map(({ address_hash, erased_at }) => [address_hash, erased_at]));
}

/** The attribute definitions of the platform, by key. */
export async function loadDefinitions(client: Queryable, platformId: string): Promise<Definitions> {
  const { rows } = await client.query<{ key: string; type: AttributeType; required: boolean }>(
    'SELECT key, type, required FROM attribute_definitions WHERE platform_id = $1',
    [platformId],
  );
  return new Map(rows.map(({ key, type, required }) => [key, { type, required }]));
}

/** The keys of the platform's topics. */
export async function loadTopicKeys(client: Queryable, platformId: string): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ key: string }>('SELECT key FROM topics WHERE platform_id = $1', [platformId]);
  return new Set(rows.map(({ key }) => key));
}

/** The same; none where no contact names one. */
export async function loadTopics(
  client: Queryable,
  platformId: string,
  wishes: readonly ContactWish[],
): Promise<ReadonlySet<string>> {
  return wishes.some(({ fields }) => fields.topics?.length) ? loadTopicKeys(client, platformId) : new Set();
}
