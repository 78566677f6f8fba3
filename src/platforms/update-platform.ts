import type { App } from '../context.ts';
import { changeRow } from '../db/writes/change-row.ts';
import { notFound } from '../ground/errors/errors.ts';
import { parseInput } from '../ground/input/input.ts';
import { platformUpdate } from './platform-input.ts';

/** For the operator: renames a platform. Returns its id. Rejects with `not_found`, `validation_failed`. */
export async function updatePlatform(app: App, input: unknown): Promise<string> {
  const { platformId, name } = parseInput(platformUpdate, input);
  await changeRow(
    app.db,
    (client) => client.query('UPDATE platforms SET name = $2 WHERE id = $1', [platformId, name]),
    () => notFound('platform'),
  );
  return platformId;
}
