import type { Suppression } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { statement } from '../db/rows.ts';
import { DomainError, notFound } from '../ground/errors/errors.ts';
import { newId } from '../ground/ids.ts';
import { findWorkspace } from '../tenant/find-workspace.ts';
import { scopeOf } from './address-fault.ts';
import { bearsOnSql, seesAllByHand } from './find-suppressions.ts';
import { readNote } from './suppression-note.ts';

/** Deletes the suppression and records the lift. */
const recordLift = statement({
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
    const { rows } = await client.query<Pick<Suppression, 'blocks' | 'workspaceId'> & { readonly addressHash: Buffer }>(
      `SELECT blocks, workspace_id AS "workspaceId", address_hash AS "addressHash" FROM suppressions c
       WHERE c.scope_id IN ($1, $3) AND c.id = $2
         AND (c.scope_id = $3 OR c.by_hand AND $4 OR ${bearsOnSql('$3')})
       FOR UPDATE`,
      [platformId, id, workspaceId, seesAllByHand(ctx)],
    );
    const suppression = rows[0];
    if (!suppression) throw notFound('suppression');
    if (suppression.workspaceId === null && ctx.workspaceId != null) throw new DomainError('forbidden', ofPlatform);
    if (suppression.blocks === 'marketing') throw new DomainError('suppression_permanent');
    const scopeId = scopeOf({ platformId, workspaceId: suppression.workspaceId });
    const now = app.clock.now();
    await client.query(
      recordLift({ platformId, workspaceId, scopeId, suppressionId: id, id: newId(now), note, apiKeyId, now }),
    );
    await client.query('DELETE FROM mailbox_fault_days WHERE workspace_id = $1 AND address_hash = $2', [
      workspaceId,
      suppression.addressHash,
    ]);
  });
  return id;
}
