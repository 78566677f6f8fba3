/**
 * Webhooks about people who are being erased, on a cluster (docs/rules.md#webhooks-of-a-cluster), where their messages are
 * on shards and webhooks on the coordinator: what `notErasedSql` says in the statement of one database.
 */
import type { Form } from '../../db/by-workspace.ts';
import type { Db } from '../../db/connections/pool.ts';
import { readByIndexes } from '../../db/lists/walk.ts';
import { statement } from '../../db/rows.ts';

/** Due webhooks of workspaces with an erasure under way that one claim looks at, at most. */
const lookedAtMost = 5_000;

interface Erasing {
  readonly workspaceId: string;
  readonly contactIds: readonly string[];
  readonly addressHashes: readonly Buffer[];
  readonly requestedAt: Date;
}

const readErasing = statement({
  values: { platformIds: 'text[]' },
  text: ({ platformIds }, _only, within) => `
    SELECT workspace_id AS "workspaceId", contact_ids AS "contactIds", address_hashes AS "addressHashes",
      requested_at AS "requestedAt"
    FROM erasures WHERE platform_id = ANY(${platformIds}) AND finished_at IS NULL AND ${within('workspace_id')} ORDER BY requested_at`,
});

interface Due {
  readonly id: string;
  readonly workspaceId: string;
  readonly messageId: string | null;
  readonly contactId: string | null;
}

const readDue = statement({
  values: { platformIds: 'text[]', endpointIds: 'text[]', workspaceIds: 'text[]', now: 'timestamptz' },
  text: ({ platformIds, endpointIds, workspaceIds, now }) => `
    SELECT h.id, h.workspace_id AS "workspaceId", h.message_id AS "messageId", h.contact_id AS "contactId"
    FROM pending_webhooks p JOIN webhooks h ON h.platform_id = p.platform_id AND h.id = p.id
    WHERE p.platform_id = ANY(${platformIds}) AND p.endpoint_id = ANY(${endpointIds}) AND p.due_at <= ${now}
      AND h.workspace_id = ANY(${workspaceIds})
    ORDER BY p.due_at LIMIT ${lookedAtMost}`,
});

const readTheirs = statement({
  values: {
    workspaceId: 'text',
    ids: 'text[]',
    contactIds: 'text[]',
    addressHashes: 'bytea[]',
    requestedAt: 'timestamptz',
  },
  text: ({ workspaceId, ids, contactIds, addressHashes, requestedAt }) => `
    SELECT id FROM messages
    WHERE workspace_id = ${workspaceId} AND id = ANY(${ids}) AND created_at <= ${requestedAt}
      AND (contact_id = ANY(${contactIds}) OR address_hash = ANY(${addressHashes}))`,
});

interface Terms {
  /** The workspaces that are reached. */
  readonly reached: Form;
  readonly now: Date;
  readonly platformIds: readonly string[];
  /** Webhooks that one claim takes, at most. */
  readonly most: number;
}

/**
 * Returns the ids of due webhooks that must not go out now; null: there are too many to tell, so none may. What comes due behind
 * those that were looked at is not reached by the claim.
 */
export async function readWithheld(
  db: Db,
  endpointIds: readonly string[],
  { reached, now, platformIds, most }: Terms,
): Promise<readonly string[] | null> {
  const { rows: erasing } = await db.pool.query<Erasing>(reached(readErasing)({ platformIds }));
  if (erasing.length === 0) return [];
  const workspaceIds = erasing.map(({ workspaceId }) => workspaceId);
  const { rows: due } = await readByIndexes(db, (client) =>
    client.query<Due>(readDue({ platformIds, endpointIds, workspaceIds, now })),
  );
  const withheld = new Set<string>();
  for (const erasure of erasing) {
    const theirs = due.filter(({ workspaceId }) => workspaceId === erasure.workspaceId);
    for (const { id, contactId } of theirs)
      if (contactId !== null && erasure.contactIds.includes(contactId)) withheld.add(id);
    const ids = theirs.flatMap(({ messageId }) => messageId ?? []);
    if (ids.length === 0) continue;
    const { rows } = await db.pool.query<{ readonly id: string }>(readTheirs({ ...erasure, ids }));
    const messages = new Set(rows.map(({ id }) => id));
    for (const { id, messageId } of theirs) if (messageId !== null && messages.has(messageId)) withheld.add(id);
  }
  return due.length === lookedAtMost && due.length - withheld.size < most * endpointIds.length ? null : [...withheld];
}
