import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../ground/config/config.ts';
import type { LocalFile } from './local-file.ts';

/** A running service, and a platform's key for it. */
export interface RunningService {
  /** With the version segment. */
  readonly baseUrl: string;
  readonly graphqlUrl: string;
  readonly apiKey: string;
}

export interface ServiceAnswer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the caller knows the shape of the response.
  readonly body: any;
}

/** Milliseconds. */
const requestTimeout = 30_000;

/** Returns the local run of this folder; throws when none was ever ready. */
export async function localService(dataDir: string): Promise<RunningService> {
  const text = await readFile(join(dataDir, 'local.json'), 'utf8').catch(() => null);
  if (text === null) throw new Error('Tidings does not run here: start it with npm start.');
  const local: LocalFile = JSON.parse(text);
  return { baseUrl: local.base_url, graphqlUrl: local.graphql_url, apiKey: local.api_key };
}

/** The service that a command names, or the local run; its key is read from TIDINGS_API_KEY. */
export async function serviceAt(url: string | null): Promise<RunningService> {
  if (url === null) return localService(readConfig(process.env).dataDir);
  const apiKey = process.env.TIDINGS_API_KEY;
  if (apiKey === undefined) throw new Error('--url needs an API key in TIDINGS_API_KEY.');
  const baseUrl = url.replace(/(?<!\/)\/+$/, '');
  return { baseUrl, graphqlUrl: baseUrl.replace(/\/v1$/, '/graphql'), apiKey };
}

export function askRest(service: RunningService, method: string, path: string, body?: object): Promise<ServiceAnswer> {
  return send(service, method, `${service.baseUrl}${path}`, body);
}

/** The errors of a GraphQL response, with the faults of its input by path. */
export class GraphqlRefusal extends Error {
  constructor(
    message: string,
    readonly faults: Readonly<Record<string, readonly string[]>>,
  ) {
    super(`GraphQL: ${message}`);
  }
}

/** Throws `GraphqlRefusal`. */
export async function askGraphql(
  service: RunningService,
  query: string,
  variables: object,
): Promise<ServiceAnswer['body']> {
  const { body } = await send(service, 'POST', service.graphqlUrl, { query, variables });
  if (body?.data && !body.errors) return body.data;
  const [first] = body?.errors ?? [];
  throw new GraphqlRefusal(first?.message ?? 'no answer', first?.extensions?.errors ?? {});
}

/** Like `fetch`; explains what to do when the service does not respond, as after the local run was stopped. */
export async function reach(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new Error(`Tidings does not respond at ${new URL(url).origin}: start it with npm start.`, { cause: error });
  }
}

async function send({ apiKey }: RunningService, method: string, url: string, body?: object): Promise<ServiceAnswer> {
  const response = await reach(url, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(requestTimeout),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}
