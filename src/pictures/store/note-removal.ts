/** Notes that an object of the picture store is to be looked at (docs/rules.md#removals-from-the-picture-store). */
import type { Queryable } from '../../db/connections/pool.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** Time that an object has to come to its row, and that those have to end who still read a replaced one; milliseconds. */
const uploadPatience = 3_600_000;

interface Noted {
  readonly platformId: string;
  readonly object: string;
}

/** Has the sweep look at the object from `dueAt` on. Committed before the bytes are written, so that none stay unknown. */
export async function noteRemoval(client: Queryable, { platformId, object }: Noted, dueAt: Date): Promise<void> {
  await client.query(
    `INSERT INTO picture_removals (platform_id, object, due_at, next_at) VALUES ($1, $2, $3, $3)
     ON CONFLICT (platform_id, object) DO NOTHING`,
    [platformId, object, dueAt],
  );
}

/**
 * In the transaction that has a picture name the object: it is looked at no more. Rejects with `unavailable` where the sweep
 * was there before, so that no row names what is gone.
 */
export async function forgetRemoval(client: Queryable, { platformId, object }: Noted): Promise<void> {
  const { rowCount } = await client.query('DELETE FROM picture_removals WHERE platform_id = $1 AND object = $2', [
    platformId,
    object,
  ]);
  if (rowCount === 0) throw new StoreUnavailable('object');
}

export const hourAfter = (date: Date) => new Date(date.getTime() + uploadPatience);
