import type { Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { isOfEventSql } from '../db/message-of-event-sql.ts';
import { mintedAt } from '../ground/ids.ts';
import { isShownSql } from '../messages/states/unkept-content-sql.ts';

/** The payload of an event; null once it is removed (docs/rules.md#content-retention), and where it is never shown. */
export interface KeptPayload {
  readonly id: string;
  readonly payload: Prisma.JsonValue;
}

/** Returns the payloads of events of the platform; null when they have more than `bytesMax` bytes together. */
export async function loadPayloads(
  { app, platformId }: Ctx,
  ids: readonly string[],
  bytesMax: number,
): Promise<readonly KeptPayload[] | null> {
  const times = [...new Set(ids.flatMap((id) => mintedAt(id)?.getTime() ?? []))].map((time) => new Date(time));
  const { rows: sizes } = await app.db.pool.query<{ bytes: string | null }>(
    `SELECT sum(octet_length(payload::text)) AS bytes FROM events
     WHERE created_at = ANY($2) AND id = ANY($3) AND platform_id = $1`,
    [platformId, times, ids],
  );
  if (Number(sizes[0]?.bytes ?? 0) > bytesMax) return null;
  const { rows } = await app.db.pool.query<KeptPayload>(
    `SELECT e.id, CASE WHEN ${isShownSql('m')} THEN e.payload END AS payload FROM events e
     -- A look-up for each event, whatever the planner expects.
     LEFT JOIN LATERAL (
       SELECT content_days FROM messages m WHERE m.workspace_id = e.workspace_id AND ${isOfEventSql('m', 'e.id')} OFFSET 0) m ON true
     WHERE e.created_at = ANY($2) AND e.id = ANY($3) AND e.platform_id = $1`,
    [platformId, times, ids],
  );
  return rows;
}
