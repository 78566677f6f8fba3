import type { Queryable } from '../db/connections/pool.ts';
import { newId } from '../ground/ids.ts';
import type { ContactDraft } from './contact-drafts.ts';
import { dropOldConsent } from './drop-old-consent.ts';
import { type FormerAddress, noteFormerAddresses } from './note-former-addresses.ts';
import type { WriteScope } from './write-scope.ts';
import { writeTags } from './write-tags.ts';

/** The columns of a contact as a row of JSON. */
const contactRow = `r(id text, reference text, email text, "addressHash" text, status contact_status, locale text,
  "marketingAt" timestamptz, "consentedAt" timestamptz, "consentedByKey" text, "optedOutAt" timestamptz,
  "pixelConsentAt" timestamptz, attributes jsonb, topics jsonb)`;

/** Writes the changes of a batch, in as many statements for 500 contacts as for one. */
export async function writeContacts(
  client: Queryable,
  scope: WriteScope,
  drafts: readonly ContactDraft[],
): Promise<void> {
  const changed = drafts.filter((draft) => draft.changed);
  const updated = changed.filter(({ storedHash }) => storedHash !== null);
  const created = changed.filter(({ storedHash }) => storedHash === null);
  await parkAddresses(client, scope, updated);
  if (updated.length > 0) await updateContacts(client, scope, updated);
  await noteFormerAddresses(client, scope, updated.flatMap(leftAddress));
  if (created.length > 0) await insertContacts(client, scope, created);
  const tagged = changed.flatMap(({ contact, tags }) => (tags === null ? [] : [{ contactId: contact.id, tags }]));
  if (tagged.length > 0) await writeTags(client, scope, tagged, 'replace');
  await writeLedger(client, scope, changed);
}

/**
 * Clears addresses that move between contacts of the batch: during the update two contacts would hold such an address,
 * and the unique index rejects that row by row.
 */
async function parkAddresses(
  client: Queryable,
  { workspaceId }: WriteScope,
  updated: readonly ContactDraft[],
): Promise<void> {
  const taken = new Set(updated.map(({ contact }) => contact.addressHash));
  const leaving = updated.filter(
    ({ contact, storedHash }) => storedHash !== null && storedHash !== contact.addressHash && taken.has(storedHash),
  );
  if (leaving.length === 0) return;
  await client.query(
    `UPDATE contacts SET address_hash = decode(id, 'escape') WHERE workspace_id = $1 AND id = ANY($2)`,
    [workspaceId, leaving.map(({ contact }) => contact.id)],
  );
}

function leftAddress({ contact, storedHash }: ContactDraft): readonly FormerAddress[] {
  if (storedHash === null || storedHash === contact.addressHash) return [];
  return [{ contactId: contact.id, addressHash: Buffer.from(storedHash, 'hex') }];
}

async function updateContacts(client: Queryable, { workspaceId, now }: WriteScope, drafts: readonly ContactDraft[]) {
  await client.query(
    `UPDATE contacts c
     SET email = r.email, address_hash = decode(r."addressHash", 'hex'), status = r.status, locale = r.locale,
         marketing_at = r."marketingAt", consented_at = r."consentedAt", consented_by_key = r."consentedByKey",
         opted_out_at = r."optedOutAt", pixel_consent_at = r."pixelConsentAt", attributes = r.attributes,
         topics = nullif(r.topics, 'null'), updated_at = $3
     FROM jsonb_to_recordset($2::jsonb) AS ${contactRow}
     WHERE c.workspace_id = $1 AND c.id = r.id`,
    [workspaceId, JSON.stringify(drafts.map(({ contact }) => contact)), now],
  );
}

async function insertContacts(client: Queryable, scope: WriteScope, drafts: readonly ContactDraft[]) {
  const { platformId, workspaceId, now } = scope;
  await client.query(
    `INSERT INTO contacts (platform_id, workspace_id, id, reference, email, address_hash, status, locale, marketing_at,
       consented_at, consented_by_key, opted_out_at, pixel_consent_at, attributes, topics, created_at, updated_at)
     SELECT $1, $2, r.id, r.reference, r.email, decode(r."addressHash", 'hex'), r.status, r.locale, r."marketingAt",
       r."consentedAt", r."consentedByKey", r."optedOutAt", r."pixelConsentAt", r.attributes, nullif(r.topics, 'null'), $4,
       $4
     FROM jsonb_to_recordset($3::jsonb) AS ${contactRow}
     ORDER BY r.reference`,
    [platformId, workspaceId, JSON.stringify(drafts.map(({ contact }) => contact)), now],
  );
}

async function writeLedger(client: Queryable, { workspaceId, now }: WriteScope, drafts: readonly ContactDraft[]) {
  const entries = drafts.flatMap(({ contact, consents }) =>
    consents.map(({ topic, before, after, apiKeyId }) => ({
      id: newId(now),
      contactId: contact.id,
      topic,
      state: after.status,
      at: after.marketingAt,
      apiKeyId,
      replacedState: before.status,
      replacedAt: before.marketingAt,
    })),
  );
  if (entries.length === 0) return;
  await client.query(
    `INSERT INTO consent_changes (workspace_id, id, contact_id, topic, state, at, source, api_key_id, replaced_state,
       replaced_at, created_at)
     SELECT $1, r.id, r."contactId", r.topic, r.state, r.at, 'api', r."apiKeyId", r."replacedState", r."replacedAt", $3
     FROM jsonb_to_recordset($2::jsonb) AS r(id text, "contactId" text, topic text, state contact_status, at timestamptz,
       "apiKeyId" text, "replacedState" contact_status, "replacedAt" timestamptz)`,
    [workspaceId, JSON.stringify(entries), now],
  );
  await dropOldConsent(client, workspaceId, [...new Set(entries.map(({ contactId }) => contactId))]);
}
