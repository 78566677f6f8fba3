/** Notes that an object of the picture store is to be looked at (docs/rules.md#removals-from-the-picture-store). */
import type { Queryable } from '../../db/connections/pool.ts';
import type { KeptPicture } from './picture-store.ts';

/**
 * Milliseconds for which an object of the store is left alone after its bytes were written: an upload that has not come to
 * its row yet ends long before.
 */
export const uploadPatience = 3_600_000;

/**
 * Has the sweep look at the object from `dueAt` on, or from the time that was noted before where that is later. Waits for
 * a removal under way, so that bytes that are written afterwards stay.
 */
export async function noteRemoval(client: Queryable, { platformId, address }: KeptPicture, dueAt: Date): Promise<void> {
  await client.query(
    `INSERT INTO picture_removals (platform_id, address, due_at) VALUES ($1, $2, $3)
     ON CONFLICT (platform_id, address) DO UPDATE SET due_at = greatest(picture_removals.due_at, excluded.due_at)`,
    [platformId, address, dueAt],
  );
}
