import type { AttributeType, ContactStatus } from '../../prisma/generated/client.ts';
import type { Queryable } from '../db/connections/pool.ts';
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

/**
 * Loads the contacts that a batch names, and the holders of addresses in the batch; locked in the order of their ids.
 */
export async function loadContacts(
  client: Queryable,
  workspaceId: string,
  { ids, references, hashes }: Wanted,
): Promise<readonly ContactState[]> {
  const { rows } = await client.query<ContactRow>(
    `SELECT id, reference, email, encode(address_hash, 'hex') AS address_hash, status, locale, marketing_at,
            consented_at, consented_by_key, opted_out_at, pixel_consent_at, attributes, topics
     FROM contacts
     WHERE workspace_id = $1
       AND (id = ANY($2) OR reference = ANY($3) OR address_hash IN (SELECT decode(h, 'hex') FROM unnest($4::text[]) h))
     ORDER BY id
     FOR UPDATE`,
    [workspaceId, ids, references, hashes],
  );
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

/** Returns the time of each address' erasure in the workspace, by its hash. */
export async function loadErasures(
  client: Queryable,
  workspaceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await client.query<{ address_hash: string; erased_at: Date }>(
    `SELECT encode(address_hash, 'hex') AS address_hash, erased_at FROM erased_addresses
     WHERE workspace_id = $1 AND address_hash IN (SELECT decode(h, 'hex') FROM unnest($2::text[]) h)`,
    [workspaceId, hashes],
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
