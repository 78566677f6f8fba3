import type { App } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseInput } from '../input.ts';
import { workspaceCeilingSet } from './platform-input.ts';

/** For the operator: sets how many live workspaces a platform may have; null: no ceiling. Returns the platform's id. */
export async function setWorkspaceCeiling(app: App, input: unknown): Promise<string> {
  const { platformId, ceiling } = parseInput(workspaceCeilingSet, input);
  const { rowCount } = await app.db.pool.query('UPDATE platforms SET workspace_ceiling = $2 WHERE id = $1', [
    platformId,
    ceiling ?? null,
  ]);
  if (rowCount === 0) throw notFound('platform');
  return platformId;
}
