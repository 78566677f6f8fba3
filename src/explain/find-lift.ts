import type { SuppressionReason } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import type { ExplainedMessage } from './explained-message.ts';

/** A suppression that somebody lifted. */
export interface Lift {
  readonly reason: SuppressionReason;
  readonly suppressedAt: Date;
  readonly liftedAt: Date;
}

/** Workspaces of a platform in which the lift is sought, at most: a block of the platform is lifted in any of them. */
const workspacesMax = 4_000;

/** Finds the first lift of a suppression that was there when the message ended; null: none is recorded. */
export async function findLift(
  { app, platformId }: Ctx,
  { workspaceId, addressHash, endedAt }: ExplainedMessage,
): Promise<Lift | null> {
  const { rows } = await app.db.pool.query<Lift>({
    name: 'find-lift',
    text: `
      SELECT l.reason, l.suppressed_at AS "suppressedAt", l.created_at AS "liftedAt"
      FROM (
        SELECT $2::text AS id UNION
        (SELECT id FROM workspaces WHERE platform_id = $1 ORDER BY id DESC LIMIT ${workspacesMax})) w
      CROSS JOIN LATERAL (
        SELECT * FROM suppression_lifts s
        WHERE s.workspace_id = w.id AND s.address_hash = $3 AND s.platform_id = $1
          AND (s.platform_wide OR s.workspace_id = $2) AND s.suppressed_at <= $4 AND s.created_at >= $4
        ORDER BY s.id LIMIT 1) l
      ORDER BY l.created_at LIMIT 1`,
    values: [platformId, workspaceId, Buffer.from(addressHash), endedAt],
  });
  return rows[0] ?? null;
}
