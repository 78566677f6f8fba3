import type { App } from '../../context.ts';
import { invalid, notFound } from '../../ground/errors/errors.ts';
import { parseInput } from '../../ground/input/input.ts';
import { findWorkspace } from '../../tenant/find-workspace.ts';
import { findPlatform } from '../find-platform.ts';
import { apiKeyCreate } from '../platform-input.ts';
import { checkInForce, checkWithin, type KeyMaker, makerRights, theOperator } from './key-maker.ts';
import { inOrder, usualScopes } from './scopes.ts';
import { type CreatedApiKey, writeApiKey } from './write-api-key.ts';

/**
 * Creates another key of a platform, for the operator or for a key of the platform. Without `scopes` the new key has
 * those of its maker but `keys`. Rejects with `not_found`, `validation_failed`, `forbidden`.
 */
export async function createApiKey(
  app: App,
  input: unknown,
  maker: KeyMaker = theOperator,
): Promise<CreatedApiKey & { readonly platformId: string }> {
  const now = app.clock.now();
  const { platformId: named, name, scopes: wanted, workspace, expiresAt = null } = parseInput(apiKeyCreate(now), input);
  const platformId = named ?? maker.platformId;
  if (platformId === null) throw invalid({ platformId: ['must name the platform of the key'] });
  if (!maker.operator && platformId !== maker.platformId) throw notFound('platform');
  await findPlatform(app, platformId);
  const rights = await makerRights(app, maker);
  const scopes = wanted ? inOrder(wanted) : usualScopes.filter((scope) => rights.scopes.includes(scope));
  const expiry = expiresAt ?? rights.expiresAt;
  checkWithin(rights, { scopes, expiresAt: expiry });
  const ctx = { app, platformId, apiKeyId: null, workspaceId: null };
  const place = workspace == null ? null : await findWorkspace(ctx, workspace, { select: { id: true } });
  const wish = { platformId, name, scopes, workspaceId: place?.id ?? null, now, expiresAt: expiry };
  const created = await app.db.transaction(async (client) => {
    await checkInForce(app, client, maker);
    return writeApiKey(client, wish);
  });
  return { ...created, platformId };
}
