import type { SuppressionReason } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { formOf } from '../db/by-workspace.ts';
import { ofAny, statement } from '../db/rows.ts';
import type { ExplainedMessage } from './explained-message.ts';

/** A suppression that somebody lifted. */
export interface Lift {
  readonly reason: SuppressionReason;
  readonly suppressedAt: Date;
  readonly liftedAt: Date;
}

/** Workspaces of a platform in which the lift is sought, at most: a block of the platform is lifted in any of them. */
const workspacesMax = 4_000;

/** The first lift in each workspace; on a cluster it is sought in all shards, in the same workspaces. */
const lifts = statement({
  name: 'find-lift',
  values: { platformId: 'text', workspaceId: 'text', addressHash: 'bytea', endedAt: 'timestamptz' },
  text: ({ platformId, workspaceId, addressHash, endedAt }, only) => {
    const isSought = `s.address_hash = ${addressHash} AND s.platform_id = ${platformId}
          AND (s.platform_wide OR s.workspace_id = ${workspaceId}) AND s.suppressed_at <= ${endedAt} AND s.created_at >= ${endedAt}`;
    return `
      SELECT l.reason, l.suppressed_at AS "suppressedAt", l.created_at AS "liftedAt"
      FROM (
        SELECT ${workspaceId} AS id UNION
        (SELECT id FROM workspaces WHERE platform_id = ${platformId} ORDER BY id DESC LIMIT ${workspacesMax})) w
      ${
        only === ofAny
          ? `CROSS JOIN LATERAL (
        SELECT * FROM suppression_lifts s WHERE s.workspace_id = w.id AND ${isSought} ORDER BY s.id LIMIT 1) l`
          : `JOIN (
        SELECT s.workspace_id, s.reason, s.suppressed_at, s.created_at FROM suppression_lifts s WHERE ${isSought}) l ON l.workspace_id = w.id`
      }
      ORDER BY l.created_at LIMIT 1`;
  },
});

/** Finds the first lift of a suppression that was there when the message ended; null: none is recorded. */
export async function findLift(
  { app, platformId }: Ctx,
  { workspaceId, addressHash, endedAt }: ExplainedMessage,
): Promise<Lift | null> {
  const { rows } = await app.db.pool.query<Lift>(
    formOf(app.db)(lifts)({ platformId, workspaceId, addressHash, endedAt }),
  );
  return rows[0] ?? null;
}
