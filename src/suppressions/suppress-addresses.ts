import type { SuppressionBlocks, SuppressionReason } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { newId } from '../ground/ids.ts';
import type { WebhookCause } from '../webhooks/record-webhooks.ts';
import { type AddressFault, scopeOf } from './address-fault.ts';
import { withholdMail } from './withhold-mail.ts';

/** A contact whose address was not blocked before. */
interface NewSuppression {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly contactId: string;
  readonly reference: string | null;
  readonly reason: SuppressionReason;
  readonly blocks: SuppressionBlocks;
}

const faultRows = rowsOf<AddressFault>({
  platform_id: ['text', ({ platformId }) => platformId],
  id: ['text', ({ at }) => newId(at)],
  workspace_id: ['text', ({ workspaceId }) => workspaceId],
  scope_id: ['text', scopeOf],
  email: ['text', ({ address }) => address],
  address_hash: ['bytea', ({ addressHash }) => addressHash],
  reason: ['suppression_reason', ({ reason }) => reason],
  blocks: ['suppression_blocks', ({ blocks }) => blocks],
  at: ['timestamptz', ({ at }) => at],
});

const insertSuppressions = statement({
  name: 'suppress-addresses',
  rows: { i: faultRows },
  text: ({ i }) => `
    WITH new AS (
      INSERT INTO suppressions (platform_id, id, workspace_id, scope_id, email, address_hash, reason, blocks, created_at)
      SELECT platform_id, id, workspace_id, scope_id, email, address_hash, reason, blocks, at
      FROM ${i}
      ON CONFLICT DO NOTHING
      RETURNING platform_id, workspace_id, address_hash, reason, blocks
    ), wide AS (
      INSERT INTO platform_blocks (platform_id, address_hash, blocks)
      SELECT platform_id, address_hash, blocks FROM new WHERE workspace_id IS NULL
      ON CONFLICT DO NOTHING
    )
    SELECT w.platform_id AS "platformId", w.id AS "workspaceId", c.id AS "contactId", c.reference, new.reason, new.blocks
    FROM new
    JOIN workspaces w ON w.platform_id = new.platform_id AND w.deleted_at IS NULL
      AND (new.workspace_id IS NULL OR w.id = new.workspace_id)
    JOIN contacts c ON c.workspace_id = w.id AND c.address_hash = new.address_hash
    -- An erasure waits for the webhook and finds it. A contact that is being deleted, or gets another address, is left out.
    FOR KEY SHARE OF c SKIP LOCKED`,
});

/**
 * Blocks each address, in the transaction of its cause, and withholds its queued mail
 * (docs/rules.md#suppressed-addresses). Returns `contact.suppressed` for each workspace in reach in which a contact
 * holds a newly blocked address, and `message.suppressed` for each withheld message.
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
  const { rows } = await client.query<NewSuppression>(insertSuppressions({ i: unique }));
  const at = app.clock.now();
  const people = rows.map(
    ({ platformId, workspaceId, contactId, reference, reason, blocks }): WebhookCause => ({
      platformId,
      type: 'contact.suppressed',
      // The person marks a mail as spam.
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
