import type { Suppression } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { toAddressesSql } from '../db/address-key.ts';
import { formFor } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { statement } from '../db/rows.ts';
import { DomainError, notFound } from '../ground/errors/errors.ts';
import { newId } from '../ground/ids.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { scopeOf } from './address-fault.ts';
import { bearsOnSql, seesAllByHand } from './find-suppressions.ts';
import { readNote } from './suppression-note.ts';

/** Deletes the suppression and records the lift. */
const recordLift = statement({
  alone: true,
  values: {
    platformId: 'text',
    workspaceId: 'text',
    scopeId: 'text',
    suppressionId: 'text',
    id: 'text',
    note: 'text',
    apiKeyId: 'text',
    now: 'timestamptz',
  },
  text: (v) => `
    WITH lifted AS (
      DELETE FROM suppressions WHERE scope_id = ${v.scopeId} AND id = ${v.suppressionId}
      RETURNING platform_id, workspace_id, address_hash, reason, blocks, created_at
    ), wide AS (
      DELETE FROM platform_blocks b USING lifted l
      WHERE l.workspace_id IS NULL AND b.platform_id = l.platform_id AND b.address_hash = l.address_hash AND b.blocks = l.blocks
    )
    INSERT INTO suppression_lifts (platform_id, workspace_id, id, address_hash, reason, platform_wide, suppressed_at,
                                   note, api_key_id, created_at)
    SELECT ${v.platformId}, ${v.workspaceId}, ${v.id}, address_hash, reason, workspace_id IS NULL, created_at,
           ${v.note}, ${v.apiKeyId}, ${v.now}
    FROM lifted`,
});

type Lifted = Pick<Suppression, 'blocks' | 'workspaceId'> & { readonly addressHash: Buffer };

const columns = 'blocks, workspace_id AS "workspaceId", address_hash AS "addressHash"';

const lockListed = statement({
  alone: true,
  values: { platformId: 'text', workspaceId: 'text', id: 'text', seesAll: 'boolean' },
  text: ({ platformId, workspaceId, id, seesAll }) => `
    SELECT ${columns} FROM suppressions c
    WHERE c.scope_id IN (${platformId}, ${workspaceId}) AND c.id = ${id}
      AND (c.scope_id = ${workspaceId} OR c.by_hand AND ${seesAll} OR ${bearsOnSql(workspaceId)})
    FOR UPDATE`,
});

const lockOfScope = statement({
  values: { scopeId: 'text', id: 'text' },
  text: ({ scopeId, id }) => `
    SELECT ${columns}, by_hand AS "byHand" FROM suppressions WHERE scope_id = ${scopeId} AND id = ${id} FOR UPDATE`,
});

const isKnown = statement({
  values: { workspaceId: 'text', addressHash: 'bytea' },
  text: ({ workspaceId, addressHash }, only) => `
    SELECT EXISTS (
        SELECT 1 FROM contacts c
        WHERE c.workspace_id = ${workspaceId} AND ${only('c.workspace_id')} AND c.address_hash = ${addressHash})
      OR EXISTS (
        SELECT 1 FROM events e
        WHERE ${toAddressesSql('e', workspaceId, `ARRAY[${addressHash}]`, only)} AND e.mails) AS known`,
});

interface Sought {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
}

/** Locks the suppression if the workspace lists it. A cluster has it on the shard of its scope. */
async function lockSuppression(ctx: Ctx, client: Queryable, sought: Sought): Promise<Lifted | undefined> {
  const { db } = ctx.app;
  const { platformId, workspaceId, id } = sought;
  const seesAll = seesAllByHand(ctx);
  if (!db.isCluster()) return (await client.query<Lifted>(lockListed({ ...sought, seesAll }))).rows[0];
  const own = await client.query<Lifted>(lockOfScope({ scopeId: workspaceId, id }));
  if (own.rows[0] !== undefined) return own.rows[0];
  const { rows } = await client.query<Lifted & { readonly byHand: boolean }>(lockOfScope({ scopeId: platformId, id }));
  const [wide] = rows;
  if (wide === undefined || (wide.byHand && seesAll)) return wide;
  const { addressHash } = wide;
  const asked = await client.query<{ known: boolean }>(formFor(db, workspaceId)(isKnown)({ workspaceId, addressHash }));
  return asked.rows[0]?.known === true ? wide : undefined;
}

const deleteOfScope = statement({
  values: { scopeId: 'text', id: 'text' },
  text: ({ scopeId, id }) => `
    DELETE FROM suppressions WHERE scope_id = ${scopeId} AND id = ${id}
    RETURNING platform_id AS "platformId", workspace_id AS "workspaceId", address_hash AS "addressHash", reason, blocks,
      created_at AS "createdAt"`,
});

const unblock = statement({
  values: { platformId: 'text', addressHash: 'bytea', blocks: 'suppression_blocks' },
  text: ({ platformId, addressHash, blocks }) => `
    DELETE FROM platform_blocks
    WHERE platform_id = ${platformId} AND address_hash = ${addressHash} AND blocks = ${blocks}`,
});

const insertLift = statement({
  values: {
    ...{ platformId: 'text', workspaceId: 'text', id: 'text', addressHash: 'bytea', reason: 'suppression_reason' },
    ...{ wide: 'boolean', suppressedAt: 'timestamptz', note: 'text', apiKeyId: 'text', now: 'timestamptz' },
  },
  text: (v) => `
    INSERT INTO suppression_lifts (platform_id, workspace_id, id, address_hash, reason, platform_wide, suppressed_at,
                                   note, api_key_id, created_at)
    VALUES (${v.platformId}, ${v.workspaceId}, ${v.id}, ${v.addressHash}, ${v.reason}, ${v.wide}, ${v.suppressedAt},
            ${v.note}, ${v.apiKeyId}, ${v.now})`,
});

type Lift = Parameters<typeof recordLift>[0];

/** The same on a cluster, where scope and workspace may be on two machines. */
async function recordApart(client: Queryable, lift: Lift): Promise<void> {
  const { scopeId, suppressionId, platformId, workspaceId, id, note, apiKeyId, now } = lift;
  type Row = Pick<Suppression, 'reason' | 'blocks' | 'createdAt' | 'workspaceId'> & { readonly addressHash: Buffer };
  const { rows } = await client.query<Row>(deleteOfScope({ scopeId, id: suppressionId }));
  for (const { addressHash, reason, blocks, createdAt: suppressedAt, workspaceId: within } of rows) {
    const wide = within === null;
    if (wide) await client.query(unblock({ platformId, addressHash, blocks }));
    await client.query(
      insertLift({ platformId, workspaceId, id, addressHash, reason, wide, suppressedAt, note, apiKeyId, now }),
    );
  }
}

const ofPlatform = 'The API key is for one workspace, and this suppression blocks the whole platform.';

/**
 * Lifts a suppression that the caller finds in the list of the workspace at `path`
 * (docs/rules.md#lifting-a-suppression), and records who lifted it, with the note. Returns its id. Rejects with `not_found`, with `validation_failed`, with `suppression_permanent`
 * for a block of marketing, and with `forbidden` for a block of the whole platform when the key is for one workspace.
 */
export async function liftSuppression(ctx: Ctx, path: string, id: string, givenNote?: unknown): Promise<string> {
  const { app, platformId, apiKeyId } = ctx;
  const note = readNote(givenNote);
  const { id: workspaceId } = await findWorkspace(ctx, path, { select: { id: true } });
  await app.db.transaction(async (client) => {
    const suppression = await lockSuppression(ctx, client, { platformId, workspaceId, id });
    if (!suppression) throw notFound('suppression');
    if (suppression.workspaceId === null && ctx.workspaceId != null) throw new DomainError('forbidden', ofPlatform);
    if (suppression.blocks === 'marketing') throw new DomainError('suppression_permanent');
    const scopeId = scopeOf({ platformId, workspaceId: suppression.workspaceId });
    const now = app.clock.now();
    const lift = { platformId, workspaceId, scopeId, suppressionId: id, id: newId(now), note, apiKeyId, now };
    if (app.db.isCluster()) await recordApart(client, lift);
    else await client.query(recordLift(lift));
    await client.query('DELETE FROM mailbox_fault_days WHERE workspace_id = $1 AND address_hash = $2', [
      workspaceId,
      suppression.addressHash,
    ]);
  });
  return id;
}
