import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { newId } from '../ids.ts';
import type { WebhookCause } from '../webhooks/record-webhooks.ts';
import type { AddressFault } from './address-fault.ts';
import { withholdMail } from './withhold-mail.ts';

/**
 * Blocks each address, in the transaction of what taught us, and withholds the mail that waits for it. Gives
 * `contact.suppressed` for each workspace within reach in which a contact holds an address that was not blocked so
 * before, and `message.suppressed` for each message withheld.
 */
export async function suppressAddresses(
  app: App,
  client: Queryable,
  faults: readonly AddressFault[],
): Promise<readonly WebhookCause[]> {
  if (faults.length === 0) return [];
  const unique = [...new Map(faults.map((fault) => [faultKey(fault), fault]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, fault]) => fault);
  const { rows } = await client.query<{
    platformId: string;
    workspaceId: string;
    contactId: string;
    reference: string | null;
    reason: string;
    blocks: string;
  }>({
    name: 'suppress-addresses',
    text: `
      WITH new AS (
        INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
        SELECT platform_id, id, workspace_id, email, address_hash, reason, blocks, at
        FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::suppression_reason[], $6::timestamptz[],
                    $7::text[], $8::suppression_blocks[])
          AS i (platform_id, id, email, address_hash, reason, at, workspace_id, blocks)
        ON CONFLICT DO NOTHING
        RETURNING platform_id, workspace_id, address_hash, reason, blocks
      )
      SELECT w.platform_id AS "platformId", w.id AS "workspaceId", c.id AS "contactId", c.reference, new.reason, new.blocks
      FROM new
      JOIN workspaces w ON w.platform_id = new.platform_id AND w.deleted_at IS NULL
        AND (new.workspace_id IS NULL OR w.id = new.workspace_id)
      JOIN contacts c ON c.workspace_id = w.id AND c.address_hash = new.address_hash`,
    values: [
      unique.map(({ platformId }) => platformId),
      unique.map(({ at }) => newId(at)),
      unique.map(({ address }) => address),
      unique.map(({ addressHash }) => addressHash),
      unique.map(({ reason }) => reason),
      unique.map(({ at }) => at),
      unique.map(({ workspaceId }) => workspaceId),
      unique.map(({ blocks }) => blocks),
    ],
  });
  const at = app.clock.now();
  const people = rows.map(
    ({ platformId, workspaceId, contactId, reference, reason, blocks }): WebhookCause => ({
      platformId,
      type: 'contact.suppressed',
      // Marking as spam is the person's own doing.
      source: reason === 'complaint' ? 'recipient' : 'service',
      simulated: false,
      workspaceId,
      contact: { id: contactId, reference },
      details: { reason, blocks: [blocks] },
      at,
    }),
  );
  return [...people, ...(await withholdMail(app, client, unique))];
}

const faultKey = ({ platformId, workspaceId, addressHash, blocks }: AddressFault) =>
  `${platformId} ${workspaceId} ${addressHash.toString('hex')} ${blocks}`;
