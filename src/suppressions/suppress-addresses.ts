import type { App } from '../context.ts';
import type { Queryable } from '../db.ts';
import { newId } from '../ids.ts';
import type { WebhookCause } from '../webhooks/record-webhooks.ts';

/** An address that turned out to take no mail. */
export interface AddressFault {
  readonly platformId: string;
  readonly address: string;
  readonly addressHash: Buffer;
  readonly reason: 'hard_bounce';
  readonly at: Date;
}

/**
 * Blocks all mail to each address on its whole platform (decisions, section 6), in the transaction of what taught us.
 * Gives `contact.suppressed` for each workspace in which a contact holds an address that was not blocked before.
 */
export async function suppressAddresses(
  app: App,
  client: Queryable,
  faults: readonly AddressFault[],
): Promise<readonly WebhookCause[]> {
  if (faults.length === 0) return [];
  const unique = [...new Map(faults.map((fault) => [fault.platformId + fault.addressHash.toString('hex'), fault]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, fault]) => fault);
  const { rows } = await client.query<{
    platformId: string;
    workspaceId: string;
    contactId: string;
    reference: string | null;
    reason: string;
  }>({
    name: 'suppress-addresses',
    text: `
      WITH new AS (
        INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
        SELECT platform_id, id, NULL, email, address_hash, reason, 'all', at
        FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::suppression_reason[], $6::timestamptz[])
          AS i (platform_id, id, email, address_hash, reason, at)
        ON CONFLICT (platform_id, address_hash, blocks) WHERE workspace_id IS NULL DO NOTHING
        RETURNING platform_id, address_hash, reason
      )
      SELECT w.platform_id AS "platformId", w.id AS "workspaceId", c.id AS "contactId", c.reference, new.reason
      FROM new
      JOIN workspaces w ON w.platform_id = new.platform_id AND w.deleted_at IS NULL
      JOIN contacts c ON c.workspace_id = w.id AND c.address_hash = new.address_hash`,
    values: [
      unique.map(({ platformId }) => platformId),
      unique.map(({ at }) => newId(at)),
      unique.map(({ address }) => address),
      unique.map(({ addressHash }) => addressHash),
      unique.map(({ reason }) => reason),
      unique.map(({ at }) => at),
    ],
  });
  const at = app.clock.now();
  return rows.map(({ platformId, workspaceId, contactId, reference, reason }) => ({
    platformId,
    type: 'contact.suppressed',
    source: 'service',
    simulated: false,
    workspaceId,
    contact: { id: contactId, reference },
    details: { reason, blocks: ['all'] },
    at,
  }));
}
