import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/rows.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { gatherFaults } from '../../ground/errors/gather-faults.ts';
import { newId } from '../../ground/ids.ts';
import { parseInput } from '../../ground/input/input.ts';
import { checkEndpointUrl } from '../../transport/post/check-url.ts';
import { insertSecret, type SigningSecret } from '../secrets/create-secret.ts';
import { endpointTypes, knownTypes } from '../webhook-types.ts';
import { sealHeaders } from './endpoint-headers.ts';
import { endpointDelivery, endpointScope, readScope } from './endpoint-input.ts';
import { lockWebhookSettings } from './lock-webhook-settings.ts';

/** Live endpoints of a platform (docs/rules.md#webhook-endpoints). */
const maxEndpoints = 10;

const endpointCreate = z.object({
  url: z.string('must be a string'),
  types: endpointTypes,
  ...endpointScope,
  ...endpointDelivery,
});

const insertEndpoint = statement({
  values: {
    platformId: 'text',
    id: 'text',
    url: 'text',
    types: 'text[]',
    workspaceId: 'text',
    eventTypes: 'text[]',
    version: 'int',
    headersSealed: 'bytea',
    rateLimit: 'int',
    alertEmail: 'text',
    now: 'timestamptz',
  },
  text: (v) => `
    INSERT INTO webhook_endpoints (platform_id, id, url, types, workspace_id, event_types, body_version, headers_sealed,
                                   rate_limit, alert_email, created_at, updated_at)
    VALUES (${v.platformId}, ${v.id}, ${v.url}, ${v.types}, ${v.workspaceId}, ${v.eventTypes}, ${v.version},
            ${v.headersSealed}, ${v.rateLimit}, ${v.alertEmail}, ${v.now}, ${v.now})`,
});

export interface EndpointCreated {
  readonly id: string;
  /** Null unless the call made the platform's first secret. */
  readonly signingSecret: SigningSecret | null;
}

/**
 * Registers an endpoint for webhooks of all the platform's workspaces, or of what its scope names.
 * Refuses `validation_failed`, `unknown_type`, `url_*`, `endpoint_ceiling_reached`.
 */
export async function createEndpoint(ctx: Ctx, input: unknown): Promise<EndpointCreated> {
  const given = parseInput(endpointCreate, input);
  const [[types, scope]] = await gatherFaults(
    () =>
      gatherFaults(
        async () => knownTypes(given.types),
        () => readScope(ctx, given),
      ),
    () => checkEndpointUrl(given.url, { resolver: ctx.app.resolver, devHosts: ctx.app.config.webhookDevHosts }),
  );
  return ctx.app.db.transaction(async (client) => {
    const { endpoints, secrets } = await lockWebhookSettings(client, ctx);
    if (endpoints >= maxEndpoints) throw new DomainError('endpoint_ceiling_reached');
    const now = ctx.app.clock.now();
    const id = newId(now);
    await client.query(
      insertEndpoint({
        platformId: ctx.platformId,
        id,
        url: given.url,
        types,
        workspaceId: scope.workspaceId ?? null,
        eventTypes: scope.eventTypes ?? [],
        version: given.version ?? null,
        headersSealed: sealHeaders(ctx.app.secrets, given.headers),
        rateLimit: given.rateLimit ?? null,
        alertEmail: given.alertEmail ?? null,
        now,
      }),
    );
    return { id, signingSecret: secrets === 0 ? await insertSecret(client, ctx) : null };
  });
}
