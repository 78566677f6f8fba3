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
import { findEndpoint } from './find-endpoint.ts';

const endpointUpdate = z.object({
  url: z.string('must be a string').optional(),
  types: endpointTypes.optional(),
});

const changeEndpoint = statement({
  values: { platformId: 'text', id: 'text', url: 'text', types: 'text[]', now: 'timestamptz' },
  text: (v) => `
    UPDATE webhook_endpoints
    SET url = coalesce(${v.url}, url), types = coalesce(${v.types}, types), updated_at = ${v.now},
        ${resetUnlessSql(`coalesce(${v.url}, url) = url`)}
    WHERE platform_id = ${v.platformId} AND id = ${v.id} AND deleted_at IS NULL`,
});

/**
 * Changes the fields that are given. Undelivered webhooks follow a new URL, whose failures and pause start from zero.
 * Refuses `not_found`, `validation_failed`, `unknown_type`, `url_*`.
 */
export async function updateEndpoint(ctx: Ctx, id: string, input: unknown): Promise<void> {
  await findEndpoint(ctx, id);
  const { url, types } = parseInput(endpointUpdate, input);
  if (url === undefined && types === undefined) return;
  const [known] = await gatherFaults(
    async () => types && knownTypes(types),
    async () => {
      if (url === undefined) return;
      await checkEndpointUrl(url, { resolver: ctx.app.resolver, devHosts: ctx.app.config.webhookDevHosts });
    },
  );
  const values = { platformId: ctx.platformId, id, url: url ?? null, types: known ?? null, now: ctx.app.clock.now() };
  await changeRow(
    ctx.app.db,
    (client) => client.query(changeEndpoint(values)),
    () => notFound('endpoint'),
  );
  ctx.app.parts.deliveries.recall(ctx.platformId);
}
