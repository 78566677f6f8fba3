import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import type { FieldErrors } from '../../ground/errors/errors.ts';
import { faultsThrown } from '../../ground/errors/gather-faults.ts';
import { faultsOf } from '../../ground/input/input.ts';
import { checkEndpointUrl } from '../../transport/post/check-url.ts';
import { endpointTypes, knownTypes } from '../webhook-types.ts';
import { endpointDelivery, endpointScope, readScope } from './endpoint-input.ts';

const delivery = z.object(endpointDelivery);

/** The faults of an endpoint's URL, types, scope, header fields and rate, as far as each can be read; nothing is written. */
export async function findEndpointFaults(
  ctx: Ctx,
  { url, types, ...scope }: Readonly<Record<string, unknown>>,
): Promise<FieldErrors> {
  const { data: names = [] } = endpointTypes.safeParse(types);
  const { app } = ctx;
  const { workspace, eventTypes } = endpointScope;
  const given = {
    workspace: workspace.safeParse(scope.workspace).data,
    eventTypes: eventTypes.safeParse(scope.eventTypes).data,
  };
  const { error } = delivery.safeParse(scope);
  const unknown = {
    ...(error ? faultsOf(error) : {}),
    ...(await faultsThrown(() => knownTypes(names))),
    ...(await faultsThrown(() => readScope(ctx, given))),
  };
  if (typeof url !== 'string') return unknown;
  const options = { resolver: app.resolver, devHosts: app.config.webhookDevHosts };
  return { ...unknown, ...(await faultsThrown(() => checkEndpointUrl(url, options))) };
}
