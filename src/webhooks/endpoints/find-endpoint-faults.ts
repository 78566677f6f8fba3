import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import type { FieldErrors } from '../../ground/errors/errors.ts';
import { faultsThrown } from '../../ground/errors/gather-faults.ts';
import { checkEndpointUrl } from '../../transport/post/check-url.ts';
import { endpointTypes, knownTypes } from '../webhook-types.ts';
import { endpointScope, readScope } from './endpoint-input.ts';

/** The faults of an endpoint's URL, types and scope, as far as each can be read; nothing is written. */
export async function findEndpointFaults(
  ctx: Ctx,
  { url, types, ...scope }: Readonly<Record<string, unknown>>,
): Promise<FieldErrors> {
  const { data: names = [] } = endpointTypes.safeParse(types);
  const { app } = ctx;
  const given = z.object(endpointScope).safeParse(scope);
  const unknown = {
    ...(await faultsThrown(() => knownTypes(names))),
    ...(given.success ? await faultsThrown(() => readScope(ctx, given.data)) : {}),
  };
  if (typeof url !== 'string') return unknown;
  const options = { resolver: app.resolver, devHosts: app.config.webhookDevHosts };
  return { ...unknown, ...(await faultsThrown(() => checkEndpointUrl(url, options))) };
}
