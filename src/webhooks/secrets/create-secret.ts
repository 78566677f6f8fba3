import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { newId } from '../../ground/ids.ts';
import { lockWebhookSettings } from '../endpoints/lock-webhook-settings.ts';

/** Live secrets of a platform (docs/rules.md#signing-secrets). */
const maxSecrets = 3;
const secretBytes = 32;
const lastCharacters = 4;

/** A new secret. Only the response that creates it shows the whole secret. */
export interface SigningSecret {
  readonly id: string;
  /** `whsec_` and 32 random bytes in base64 (docs/rules.md#signing-secrets). */
  readonly secret: string;
  readonly lastFour: string;
  readonly createdAt: Date;
}

/** Makes a signing secret; from then on each webhook is signed with it too. Refuses `secret_ceiling_reached`. */
export async function createSecret(ctx: Ctx): Promise<SigningSecret> {
  const created = await ctx.app.db.transaction(async (client) => {
    const { secrets } = await lockWebhookSettings(client, ctx);
    if (secrets >= maxSecrets) throw new DomainError('secret_ceiling_reached');
    return insertSecret(client, ctx);
  });
  ctx.app.parts.deliveries.recall(ctx.platformId);
  return created;
}

/** Call inside a transaction that has counted the platform's secrets under its lock. */
export async function insertSecret(client: Queryable, ctx: Ctx): Promise<SigningSecret> {
  const createdAt = ctx.app.clock.now();
  const id = newId(createdAt);
  const secret = `whsec_${randomBytes(secretBytes).toString('base64')}`;
  const lastFour = secret.slice(-lastCharacters);
  await client.query(
    `INSERT INTO webhook_secrets (platform_id, id, secret_sealed, last_four, created_at)
     VALUES ($1, $2, $3, $4, $5)`,
    [ctx.platformId, id, ctx.app.secrets.seal(secret), lastFour, createdAt],
  );
  return { id, secret, lastFour, createdAt };
}
