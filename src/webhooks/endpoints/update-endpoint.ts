import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { statement } from '../../db/rows.ts';
import { changeRow } from '../../db/writes/change-row.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { gatherFaults } from '../../ground/errors/gather-faults.ts';
import { parseInput } from '../../ground/input/input.ts';
import { checkEndpointUrl } from '../../transport/post/check-url.ts';
import { resetUnlessSql } from '../delivery/breaker.ts';
import { endpointTypes, knownTypes } from '../webhook-types.ts';
import { endpointScope, readScope } from './endpoint-input.ts';
import { findEndpoint } from './find-endpoint.ts';

const endpointUpdate = z.object({
  url: z.string('must be a string').optional(),
  types: endpointTypes.optional(),
  ...endpointScope,
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
    now: 'timestamptz',
  },
  text: (v) => `
    UPDATE webhook_endpoints
    SET url = coalesce(${v.url}, url), types = coalesce(${v.types}, types),
        workspace_id = CASE WHEN ${v.workspaceGiven} THEN ${v.workspaceId} ELSE workspace_id END,
        event_types = coalesce(${v.eventTypes}, event_types),
        body_version = CASE WHEN ${v.versionGiven} THEN ${v.version} ELSE body_version END, updated_at = ${v.now},
        ${resetUnlessSql(`coalesce(${v.url}, url) = url`)}
    WHERE platform_id = ${v.platformId} AND id = ${v.id} AND deleted_at IS NULL`,
});

/**
 * Changes the fields that are given. Undelivered webhooks follow a new URL, whose failures and pause start from zero.
 * Refuses `not_found`, `validation_failed`, `unknown_type`, `url_*`.
 */
export async function updateEndpoint(ctx: Ctx, id: string, input: unknown): Promise<void> {
  await findEndpoint(ctx, id);
  const given = parseInput(endpointUpdate, input);
  const { url, types, version } = given;
  if (Object.values(given).every((value) => value === undefined)) return;
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
    now: ctx.app.clock.now(),
  };
  await changeRow(
    ctx.app.db,
    (client) => client.query(changeEndpoint(values)),
    () => notFound('endpoint'),
  );
  ctx.app.parts.deliveries.recall(ctx.platformId);
}
