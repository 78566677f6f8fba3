import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/rows.ts';
import { changeRow } from '../../db/writes/change-row.ts';
import { invalid, notFound } from '../../ground/errors/errors.ts';
import { gatherFaults } from '../../ground/errors/gather-faults.ts';
import { parseInput } from '../../ground/input/input.ts';
import { checkEndpointUrl } from '../../transport/post/check-url.ts';
import { resetUnlessSql } from '../delivery/breaker.ts';
import { endpointTypes, knownTypes } from '../webhook-types.ts';
import { sealHeaders } from './endpoint-headers.ts';
import { endpointDelivery, endpointScope, readScope } from './endpoint-input.ts';
import { findEndpoint } from './find-endpoint.ts';

const endpointUpdate = z.object({
  url: z.string('must be a string').optional(),
  types: endpointTypes.optional(),
  ...endpointScope,
  ...endpointDelivery,
});

const changeEndpoint = statement({
  values: {
    platformId: 'text',
    id: 'text',
    url: 'text',
    types: 'text[]',
    workspaceGiven: 'boolean',
    workspaceId: 'text',
    eventTypes: 'text[]',
    versionGiven: 'boolean',
    version: 'int',
    headersGiven: 'boolean',
    headersSealed: 'bytea',
    rateGiven: 'boolean',
    rateLimit: 'int',
    alertGiven: 'boolean',
    alertEmail: 'text',
    now: 'timestamptz',
  },
  text: (v) => `
    UPDATE webhook_endpoints
    SET url = coalesce(${v.url}, url), types = coalesce(${v.types}, types),
        workspace_id = CASE WHEN ${v.workspaceGiven} THEN ${v.workspaceId} ELSE workspace_id END,
        event_types = coalesce(${v.eventTypes}, event_types),
        body_version = CASE WHEN ${v.versionGiven} THEN ${v.version} ELSE body_version END,
        headers_sealed = CASE WHEN ${v.headersGiven} THEN ${v.headersSealed} ELSE headers_sealed END,
        rate_limit = CASE WHEN ${v.rateGiven} THEN ${v.rateLimit} ELSE rate_limit END,
        alert_email = CASE WHEN ${v.alertGiven} THEN ${v.alertEmail} ELSE alert_email END, updated_at = ${v.now},
        ${resetUnlessSql(`coalesce(${v.url}, url) = url`)}
    WHERE platform_id = ${v.platformId} AND id = ${v.id} AND deleted_at IS NULL`,
});

/**
 * Changes the fields that are given. Header fields stay with the origin of their URL, because whoever changes the URL may
 * not know their values. Undelivered webhooks follow a new URL, whose failures and pause start from zero.
 * Refuses `not_found`, `validation_failed`, `unknown_type`, `url_*`.
 */
export async function updateEndpoint(ctx: Ctx, id: string, input: unknown): Promise<void> {
  const before = await findEndpoint(ctx, id);
  const given = parseInput(endpointUpdate, input);
  const { url, types, version, headers, rateLimit, alertEmail } = given;
  if (Object.values(given).every((value) => value === undefined)) return;
  if (url !== undefined && headers === undefined && before.headersSealed !== null && leadsElsewhere(before.url, url)) {
    throw invalid({ headers: ['must be given again, or as null: the URL has another origin'] });
  }
  const [[known, scope]] = await gatherFaults(
    () =>
      gatherFaults(
        async () => types && knownTypes(types),
        () => readScope(ctx, given),
      ),
    async () => {
      if (url === undefined) return;
      await checkEndpointUrl(url, { resolver: ctx.app.resolver, devHosts: ctx.app.config.webhookDevHosts });
    },
  );
  const values = {
    platformId: ctx.platformId,
    id,
    url: url ?? null,
    types: known ?? null,
    workspaceGiven: scope.workspaceId !== undefined,
    workspaceId: scope.workspaceId ?? null,
    eventTypes: scope.eventTypes ?? null,
    versionGiven: version !== undefined,
    version: version ?? null,
    headersGiven: headers !== undefined,
    headersSealed: sealHeaders(ctx.app.secrets, headers),
    rateGiven: rateLimit !== undefined,
    rateLimit: rateLimit ?? null,
    alertGiven: alertEmail !== undefined,
    alertEmail: alertEmail ?? null,
    now: ctx.app.clock.now(),
  };
  await changeRow(
    ctx.app.db,
    (client) => client.query(changeEndpoint(values)),
    () => notFound('endpoint'),
  );
  ctx.app.parts.deliveries.recall(ctx.platformId);
}

/** False where the new URL is none, which another check says. */
function leadsElsewhere(before: string, url: string): boolean {
  return URL.canParse(url) && new URL(url).origin !== new URL(before).origin;
}
