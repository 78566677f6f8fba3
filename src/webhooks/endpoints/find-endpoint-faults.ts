import type { Ctx } from '../../context.ts';
import type { FieldErrors } from '../../ground/errors/errors.ts';
import { faultsThrown } from '../../ground/errors/gather-faults.ts';
import { checkEndpointUrl } from '../../transport/post/check-url.ts';
import { endpointTypes, knownTypes } from '../webhook-types.ts';

/** The faults of an endpoint's URL and types, as far as each can be read; nothing is written. */
export async function findEndpointFaults(
  { app }: Ctx,
  { url, types }: { readonly url?: unknown; readonly types?: unknown },
): Promise<FieldErrors> {
  const { data: names = [] } = endpointTypes.safeParse(types);
  const unknown = await faultsThrown(() => knownTypes(names));
  if (typeof url !== 'string') return unknown;
  const options = { resolver: app.resolver, devHosts: app.config.webhookDevHosts };
  return { ...unknown, ...(await faultsThrown(() => checkEndpointUrl(url, options))) };
}
