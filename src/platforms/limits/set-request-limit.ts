import type { App } from '../../context.ts';
import { changeRow } from '../../db/writes/change-row.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { parseInput } from '../../ground/input/input.ts';
import { requestLimitSet } from '../platform-input.ts';

/**
 * For the operator: sets a platform's requests a minute; null: the limit of the deployment. Returns the platform's id.
 */
export async function setRequestLimit(app: App, input: unknown): Promise<string> {
  const { platformId, perMinute } = parseInput(requestLimitSet, input);
  await changeRow(
    app.db,
    (client) => client.query('UPDATE platforms SET request_limit = $2 WHERE id = $1', [platformId, perMinute ?? null]),
    () => notFound('platform'),
  );
  return platformId;
}
