/** Removes an object that is due and that no picture names (docs/rules.md#removals-from-the-picture-store). */
import { maintenanceLimits } from '../../db/connections/time-limits.ts';
import type { StoreRun } from './picture-store.ts';
import { wasRefused } from './store-unavailable.ts';

/** Until an object is tried again that the store refused to remove; milliseconds. It holds up no other. */
const againAfter = 3_600_000;

/** Says whether there may be more. The lock of the note holds off an upload that would name the object. */
export function removeOne({ app: { clock, db }, store, stopping }: StoreRun): Promise<boolean> {
  return db.transaction(async (client) => {
    const now = clock.now();
    const { rows } = await client.query<{ platformId: string; object: string }>(
      `SELECT platform_id AS "platformId", object FROM picture_removals
       WHERE next_at <= $1 ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
      [now],
    );
    const [due] = rows;
    if (due === undefined) return false;
    const key = [due.platformId, due.object];
    // A statement of its own, behind the lock: it sees the row of an upload that had the lock before.
    const { rows: named } = await client.query('SELECT FROM pictures WHERE platform_id = $1 AND object = $2', key);
    const refused = named.length === 0 && (await store.remove(due.object, stopping).then(() => false, wasRefused));
    if (refused) {
      await client.query('UPDATE picture_removals SET next_at = $3 WHERE platform_id = $1 AND object = $2', [
        ...key,
        new Date(now.getTime() + againAfter),
      ]);
      return true;
    }
    await client.query('DELETE FROM picture_removals WHERE platform_id = $1 AND object = $2', key);
    return true;
  }, maintenanceLimits);
}
