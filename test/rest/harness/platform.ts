/** Platforms of the shared service, as their backends see them. */
import { expect, inject } from 'vitest';
import { type Answered, bodyOf, checkAnswer, codeOf } from './check-answer.ts';
import { type Operation, operationOf } from './contract.ts';
import { reach } from './reached.ts';
import type { ServedAt } from './service-process.ts';

/**
 * How often the shared service is asked again when it says that its database is out of reach: on a machine under load a
 * connection may take too long to be made. Tests of outages have a service of their own, and ask once.
 */
const patientTries = 10;

export interface Call {
  /** Path parameters; `workspace` is the platform's own when left out. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** A body that is no JSON of ours. */
  readonly bytes?: string | Uint8Array;
  /** A body whose size is not announced. */
  readonly stream?: () => ReadableStream;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Platform {
  readonly id: string;
  readonly apiKey: { readonly id: string; readonly secret: string };
  /** The id of its workspace `ref:shop`. */
  readonly workspace: string;
  /** Calls an operation; checks its response against the OpenAPI file and records it as reached. */
  ask(operationId: string, call?: Call): Promise<Answered>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever their own document selects.
  graphql(query: string, variables?: Readonly<Record<string, unknown>>): Promise<any>;
  /** Another workspace; gives its id. */
  newWorkspace(reference: string): Promise<string>;
}

/** Where a call goes, without the origin. */
export function pathOf(operation: Operation, { path = {}, query = {} }: Call): string {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = path[name];
    if (value === undefined) throw new Error(`${operation.id} needs the path parameter ${name}`);
    return encodeURIComponent(value).replaceAll('%3A', ':');
  });
  const search = new URLSearchParams(query).toString();
  return `/v1${filled}${search === '' ? '' : `?${search}`}`;
}

export async function send(
  url: string,
  method: string,
  { headers = {}, body, bytes, stream }: Call,
): Promise<Answered> {
  const sent = stream?.() ?? bytes ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url, {
    method,
    headers: { ...(sent === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent as string, duplex: 'half' }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: bodyOf(response.headers, text) };
}

/**
 * Calls an operation with the given parts alone; checks its response against the OpenAPI file and records it as
 * reached.
 */
export async function callOperation(url: string, operationId: string, call: Call): Promise<Answered> {
  const operation = operationOf(operationId);
  // One that streams its body can be sent once.
  const tries = url === inject('restService').url && call.stream === undefined ? patientTries : 1;
  for (let attempt = 1; ; attempt++) {
    const answered = await send(url + pathOf(operation, call), operation.method, call);
    checkAnswer(operation, answered);
    reach(`${operationId} ${answered.status} ${codeOf(answered)}`.trim());
    if (answered.status !== 503 || attempt >= tries) return answered;
  }
}

/** A new platform with the workspace `ref:shop`, on the shared service or on `service`. */
export async function openPlatform(name = 'Acme', service: ServedAt = inject('restService')): Promise<Platform> {
  const made = await askGraphql(
    service,
    service.operatorToken,
    `mutation ($name: String!) { platformCreate(input: { name: $name }) { platform { id } } }`,
    { name },
  );
  const { platform } = made.platformCreate;
  // With all scopes: the first key of a platform makes no keys.
  const { apiKey } = (
    await askGraphql(
      service,
      service.operatorToken,
      `mutation ($id: ID!) { apiKeyCreate(input: { platformId: $id, name: "Backend", scopes: [send, read, people, manage, keys] })
         { apiKey { id secret } } }`,
      { id: platform.id },
    )
  ).apiKeyCreate;
  const authorization = `Bearer ${apiKey.secret}`;
  let workspace = '';
  const ask: Platform['ask'] = (operationId, call = {}) =>
    callOperation(service.url, operationId, {
      ...call,
      path: { workspace, ...call.path },
      headers: { authorization, ...call.headers },
    });
  const newWorkspace = async (reference: string): Promise<string> => {
    const { status, body } = await ask('createWorkspace', { body: { name: 'Shop', reference } });
    expect(status).toBe(201);
    return body.data.id;
  };
  workspace = await newWorkspace('shop');
  return {
    id: platform.id,
    apiKey,
    workspace,
    ask,
    newWorkspace,
    graphql: (query, variables) => askGraphql(service, apiKey.secret, query, variables ?? {}),
  };
}

/** Asks as the operator. */
export function operate(query: string, variables: Readonly<Record<string, unknown>> = {}) {
  const service = inject('restService');
  return askGraphql(service, service.operatorToken, query, variables);
}

async function askGraphql(
  { url }: ServedAt,
  token: string,
  query: string,
  variables: Readonly<Record<string, unknown>>,
) {
  const headers = { authorization: `Bearer ${token}` };
  for (let attempt = 1; ; attempt++) {
    const { body } = await send(`${url}/graphql`, 'POST', { headers, body: { query, variables } });
    if (!body.errors) return body.data;
    const isBusy = body.errors[0].extensions?.code === 'unavailable' && attempt < patientTries;
    if (!isBusy) throw new Error(`GraphQL refused: ${JSON.stringify(body.errors)}`);
  }
}
