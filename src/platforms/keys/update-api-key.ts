import type { App } from '../../context.ts';
import { changeRow } from '../../db/writes/change-row.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { parseInput } from '../../ground/input/input.ts';
import { apiKeyUpdate } from '../platform-input.ts';
import { forgetKeys } from './authenticate-key.ts';
import type { ApiKeyPlace } from './find-api-key.ts';
import { checkWithin, type KeyMaker, makerRights } from './key-maker.ts';
import { placeOfKey } from './revoke-api-key.ts';

/**
 * Changes the label or the expiry of a key, for the operator or for a key of the platform; fields that are left out
 * stay. Scopes and workspace never change. Rejects with `not_found`, `validation_failed`, `forbidden`.
 */
export async function updateApiKey(app: App, input: unknown, maker: KeyMaker): Promise<ApiKeyPlace> {
  const { id, name, expiresAt } = parseInput(apiKeyUpdate(app.clock.now()), input);
  const key = await placeOfKey(app, id, maker);
  const rights = await makerRights(app, maker);
  checkWithin(rights, { scopes: key.scopes, expiresAt: expiresAt === undefined ? key.expiresAt : expiresAt });
  await changeRow(
    app.db,
    (client) =>
      client.query(
        `UPDATE api_keys SET name = coalesce($3, name), expires_at = CASE WHEN $4 THEN $5 ELSE expires_at END
         WHERE platform_id = $1 AND id = $2`,
        [key.platformId, id, name, expiresAt !== undefined, expiresAt ?? null],
      ),
    () => notFound('apiKey'),
  );
  forgetKeys(app);
  return { platformId: key.platformId, id };
}
