/** A platform as a caller makes it, ready to emit: sending domain, workspaces, the event type order.shipped. */
import type pg from 'pg';
import { demoFields, demoTemplate } from '../../../src/local/demo-template.ts';
import { verifyDomains } from '../../attacks/harness/verify-domains.ts';
import { workspaceReference, workspaces } from './load-requests.ts';

export interface BenchPlatform {
  readonly url: string;
  readonly id: string;
  readonly apiKey: string;
  /** Calls REST; throws for an answer that is not 2xx. Gives the body. */
  rest(method: string, path: string, body?: unknown): Promise<unknown>;
  graphql(query: string, variables?: unknown): Promise<unknown>;
}

interface Made {
  readonly data: {
    readonly platformCreate: {
      readonly platform: { readonly id: string };
      readonly apiKey: { readonly secret: string };
    };
  };
}

interface Api {
  readonly url: string;
  readonly operatorToken: string;
}

/** A platform with a key and nothing else. */
export async function openPlatform(api: Api): Promise<BenchPlatform> {
  const call = async (token: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const made: Made = await call(api.operatorToken, 'POST', '/graphql', {
    query: 'mutation { platformCreate(input: { name: "Bench" }) { platform { id } apiKey { secret } } }',
  });
  const { platform, apiKey } = made.data.platformCreate;
  return {
    url: api.url,
    id: platform.id,
    apiKey: apiKey.secret,
    rest: (method, path, body) => call(apiKey.secret, method, `/v1${path}`, body),
    graphql: (query, variables = {}) => call(apiKey.secret, 'POST', '/graphql', { query, variables }),
  };
}

/** `api`: a service with the role `api` on the database of `pool`. */
export async function makePlatform(api: Api, pool: pg.Pool): Promise<BenchPlatform> {
  const platform = await openPlatform(api);
  const { rest } = platform;
  await rest('PUT', '/sending-domain', { domain: 'bench.test' });
  for (let n = 0; n < workspaces; n += 1) {
    await rest('POST', '/workspaces', { name: `Shop ${n}`, reference: workspaceReference(n) });
  }
  await rest('PUT', '/event-types/order.shipped', { fields: demoFields });
  const { subject, fromLocalPart, displayName, locale, composition, translations } = demoTemplate;
  await rest('PUT', '/event-types/order.shipped/template', {
    subject,
    from_local_part: fromLocalPart,
    display_name: displayName,
    locale,
    composition,
    translations,
  });
  await verifyDomains(pool);
  return platform;
}
