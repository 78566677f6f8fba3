import type { Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { mintedAt } from '../ground/ids.ts';

/** The payload of an event; null once it is removed (docs/rules.md#content-retention). */
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
    'SELECT id, payload FROM events WHERE created_at = ANY($2) AND id = ANY($3) AND platform_id = $1',
    [platformId, times, ids],
  );
  return rows;
}
