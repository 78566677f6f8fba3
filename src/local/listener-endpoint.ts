/** The endpoint and the signing secret of the local webhook listener, registered over REST like any platform's. */
import { webhookTypes } from '../webhooks/webhook-types.ts';
import { reach } from './ask-service.ts';
import { type KeptListener, keepListener, readListener } from './listener-file.ts';
import type { LocalFile } from './local-file.ts';

export interface ListenerEndpoint {
  readonly secret: string;
  remove(): Promise<void>;
}

interface Secret {
  readonly id: string;
  readonly secret: string;
}

type Local = Pick<LocalFile, 'base_url' | 'api_key' | 'platform_id'>;

/** Milliseconds. */
const requestTimeout = 10_000;

/**
 * Registers `url` for every type, in place of an endpoint that an earlier run left. `dataDir` holds what this run leaves for
 * the next, and what the demo platform left for the first.
 */
export async function registerListener(local: Local, url: string, dataDir: string): Promise<ListenerEndpoint> {
  const none: KeptListener = { platform_id: local.platform_id, endpoint_id: null, secret_id: null, secret: null };
  let kept = await readListener(dataDir);
  if (kept?.platform_id !== local.platform_id) kept = none;
  const keep = async (change: Partial<KeptListener>) => {
    kept = { ...none, ...kept, ...change };
    await keepListener(dataDir, kept);
  };
  const remove = async () => {
    if (!kept?.endpoint_id) return;
    await ask(local, 'DELETE', `/webhook-endpoints/${kept.endpoint_id}`);
    await keep({ endpoint_id: null });
  };
  await remove();
  const created = await ask<{ data: { id: string }; signing_secret: Secret | null }>(
    local,
    'POST',
    '/webhook-endpoints',
    { url, types: webhookTypes },
  );
  await keep({ endpoint_id: created?.data.id ?? null });
  if (created?.signing_secret) {
    await keep({ secret_id: created.signing_secret.id, secret: created.signing_secret.secret });
  } else if (!(await isLive(local, kept.secret_id))) {
    const made = await ask<{ data: Secret }>(local, 'POST', '/webhook-secrets');
    await keep({ secret_id: made?.data.id ?? null, secret: made?.data.secret ?? null });
  }
  if (kept.secret === null) throw new Error('Tidings returned no signing secret.');
  return { secret: kept.secret, remove };
}

async function isLive(local: Local, secretId: string | null): Promise<boolean> {
  const live = await ask<{ data: readonly { id: string }[] }>(local, 'GET', '/webhook-secrets');
  return live?.data.some(({ id }) => id === secretId) ?? false;
}

/** Null for 204, and for 404, because the resource is already gone. Throws any other error of the service. */
async function ask<Answer>(local: Local, method: string, path: string, body?: object): Promise<Answer | null> {
  const response = await reach(`${local.base_url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${local.api_key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(requestTimeout),
  });
  if (response.status === 204 || response.status === 404) return null;
  const answer = await response.json();
  if (response.ok) return answer as Answer;
  throw new Error(`${method} ${path}: ${response.status} ${String((answer as { message?: unknown }).message)}`);
}
