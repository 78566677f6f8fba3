import type { SuppressionBlocks, SuppressionReason } from '../../prisma/generated/client.ts';
import type { App } from '../context.ts';
import { type Form, inWorkspaces, ofEachWorkspace } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { type Only, ofAny, rowsOf, statement } from '../db/rows.ts';
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

const insertSql = (i: string) => `
    new AS (
      INSERT INTO suppressions (platform_id, id, workspace_id, scope_id, email, address_hash, reason, blocks, created_at)
      SELECT platform_id, id, workspace_id, scope_id, email, address_hash, reason, blocks, at
      FROM ${i}
      ON CONFLICT DO NOTHING
      RETURNING platform_id, workspace_id, address_hash, reason, blocks
    ), wide AS (
      INSERT INTO platform_blocks (platform_id, address_hash, blocks)
      SELECT platform_id, address_hash, blocks FROM new WHERE workspace_id IS NULL
      ON CONFLICT DO NOTHING
    )`;

const contactsSql = (from: string, only: Only) => `
    SELECT w.platform_id AS "platformId", w.id AS "workspaceId", c.id AS "contactId", c.reference, new.reason, new.blocks
    FROM ${from}
    JOIN workspaces w ON w.platform_id = new.platform_id AND w.deleted_at IS NULL
      AND (new.workspace_id IS NULL OR w.id = new.workspace_id)
    JOIN contacts c ON c.workspace_id = w.id AND ${only('c.workspace_id')} AND c.address_hash = new.address_hash
    -- An erasure waits for the webhook and finds it. A contact that is being deleted, or gets another address, is left out.
    FOR KEY SHARE OF c SKIP LOCKED`;

const insertAndFind = statement({
  name: 'suppress-addresses',
  alone: true,
  rows: { i: faultRows },
  text: ({ i }) => `WITH ${insertSql(i)} ${contactsSql('new', ofAny)}`,
});

/** On a cluster the contacts are on other shards than the suppressions of a whole platform. */
const insertAlone = statement({
  rows: { i: faultRows },
  text: ({ i }) => `
    WITH ${insertSql(i)}
    SELECT platform_id AS "platformId", workspace_id AS "workspaceId", address_hash AS "addressHash", reason, blocks FROM new`,
});

const findHolders = statement({
  values: { platformIds: 'text[]', addressHashes: 'bytea[]' },
  text: ({ platformIds, addressHashes }) => `
    SELECT DISTINCT c.workspace_id AS "workspaceId"
    FROM workspaces w JOIN contacts c ON c.workspace_id = w.id AND c.address_hash = ANY(${addressHashes})
    WHERE w.platform_id = ANY(${platformIds}) AND w.deleted_at IS NULL`,
});

type NewBlock = Pick<AddressFault, 'platformId' | 'workspaceId' | 'addressHash' | 'reason' | 'blocks'>;

const findContacts = statement({
  rows: {
    new: rowsOf<NewBlock>({
      platform_id: ['text', ({ platformId }) => platformId],
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      address_hash: ['bytea', ({ addressHash }) => addressHash],
      reason: ['suppression_reason', ({ reason }) => reason],
      blocks: ['suppression_blocks', ({ blocks }) => blocks],
    }),
  },
  text: ({ new: from }, only) => contactsSql(from, only),
});

async function insert(
  { db }: App,
  client: Queryable,
  faults: readonly AddressFault[],
): Promise<readonly NewSuppression[]> {
  if (!db.isCluster()) return (await client.query<NewSuppression>(insertAndFind({ i: faults }))).rows;
  const { rows: blocks } = await client.query<NewBlock>(insertAlone({ i: faults }));
  const own = blocks.flatMap((block) =>
    block.workspaceId === null ? [] : [{ ...block, workspaceId: block.workspaceId }],
  );
  const wide = blocks.filter(({ workspaceId }) => workspaceId === null);
  const find = async (some: readonly NewBlock[], form: Form) =>
    (await client.query<NewSuppression>(form(findContacts)({ new: some }))).rows;
  const found = await ofEachWorkspace(db, own, ({ workspaceId }) => workspaceId, find);
  if (wide.length === 0) return found;
  const holders = findHolders({
    platformIds: wide.map(({ platformId }) => platformId),
    addressHashes: wide.map(({ addressHash }) => addressHash),
  });
  const extent = { find: holders, rows: Number.POSITIVE_INFINITY };
  return [...found, ...(await inWorkspaces(db, client, extent, (form) => find(wide, form)))];
}

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
  const rows = await insert(app, client, unique);
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
