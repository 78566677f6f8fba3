import type { App } from '../../context.ts';
import { changeRow } from '../../db/writes/change-row.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { parseInput } from '../../ground/input/input.ts';
import { workspaceCeilingSet } from '../platform-input.ts';

/** For the operator: sets how many live workspaces a platform may have; null: no ceiling. Returns the platform's id. */
export async function setWorkspaceCeiling(app: App, input: unknown): Promise<string> {
  const { platformId, ceiling } = parseInput(workspaceCeilingSet, input);
  await changeRow(
    app.db,
    (client) =>
      client.query('UPDATE platforms SET workspace_ceiling = $2 WHERE id = $1', [platformId, ceiling ?? null]),
    () => notFound('platform'),
  );
  return platformId;
}
