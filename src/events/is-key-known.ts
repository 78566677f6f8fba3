import type { Ctx } from '../context.ts';
import { byPath } from '../workspaces/find-workspace.ts';
import { idempotencyKey } from './emit-input.ts';
import { erasedKey } from './erased-key.ts';
import { keyLifetime } from './read-emits.ts';

/** Whether an emit with this key was accepted in the workspace at `path` and is still remembered. */
export async function isKeyKnown(ctx: Ctx, path: string, given: unknown): Promise<boolean> {
  const { app, platformId } = ctx;
  const key = idempotencyKey.safeParse(given);
  if (!key.success) return false;
  const { rows } = await app.db.pool.query<{ known: boolean }>(
    `SELECT EXISTS (
       SELECT FROM idempotency_keys k JOIN workspaces w ON w.id = k.workspace_id
       WHERE w.platform_id = $1 AND w.deleted_at IS NULL AND (w.id = $2 OR w.reference = $3)
         AND k.key IN ($4, $5) AND k.created_at > $6
     ) AS known`,
    [
      platformId,
      ...placeOf(path),
      key.data,
      erasedKey(app.secrets, key.data),
      new Date(app.clock.now().getTime() - keyLifetime),
    ],
  );
  return rows[0]?.known === true;
}

function placeOf(path: string): readonly [id: string | null, reference: string | null] {
  const place = byPath(path);
  return 'id' in place ? [place.id, null] : [null, place.reference];
}
