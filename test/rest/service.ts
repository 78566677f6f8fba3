/** The service over HTTP on a database of its own; every answer is held against rest/openapi.yaml. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Document, OpenAPIBackend, OpenAPIValidator } from 'openapi-backend';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { readTimestamp } from '../../rest/timestamp.ts';
import { createRequestListener } from '../../src/server.ts';
import { createWorld, type Tenant, type World } from '../schema/world.ts';

const definition: Document = parse(await readFile(new URL('../../rest/openapi.yaml', import.meta.url), 'utf8'));
const api = await new OpenAPIBackend({ definition, strict: true, validate: false, apiRoot: '/v1' }).init();
const validator = new OpenAPIValidator({
  definition: api.definition,
  router: api.router,
  lazyCompileValidators: true,
  customizeAjv: (ajv) => {
    ajv.addFormat('date-time', (text) => readTimestamp(text) !== null && /\.\d{3}Z$/.test(text));
    ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    for (const format of ['email', 'uri']) ajv.addFormat(format, true);
    return ajv;
  },
});

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever the contract shows.
  readonly body: any;
}

export interface Service {
  readonly world: World;
  /** A platform's way to ask. */
  platform(name?: string): Promise<Platform>;
  close(): Promise<void>;
}

export interface Platform extends Omit<Tenant, 'ask'> {
  /** `/workspaces/<the platform's workspace>`. */
  readonly home: string;
  ask(method: string, path: string, body?: unknown): Promise<Answered>;
}

export async function openService(): Promise<Service> {
  const world = await createWorld();
  const server = createServer(await createRequestListener(world.app)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const ask = async (token: string, method: string, path: string, body: unknown): Promise<Answered> => {
    const response = await fetch(`${origin}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answered = {
      status: response.status,
      headers: response.headers,
      body: text === '' ? null : JSON.parse(text),
    };
    checkAnswer(method, path, answered);
    return answered;
  };

  return {
    world,
    async platform(name) {
      const { ask: _graphql, ...tenant } = await world.tenant(name);
      return {
        ...tenant,
        home: `/workspaces/${tenant.workspace}`,
        ask: (method, path, body) => ask(tenant.token, method, path, body),
      };
    },
    async close() {
      server.close();
      await world.close();
    },
  };
}

/** An answer's status, headers, body and code are those that the contract lists for the operation. */
function checkAnswer(method: string, path: string, { status, headers, body }: Answered): void {
  expect(headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/);
  const operation = api.matchOperation({ method, path: `/v1${path}`, headers: {} });
  if (!operation) return;
  const at = `${operation.operationId} ${status}`;
  const response = operation.responses?.[status] as { readonly 'x-codes'?: readonly string[] } | undefined;
  expect(response, `${at} is not in the contract: ${JSON.stringify(body)}`).toBeDefined();
  expect(validator.validateResponse(body, operation, status).errors, at).toBeNull();
  const sent = Object.fromEntries(headers);
  expect(validator.validateResponseHeaders(sent, operation, { statusCode: status }).errors, at).toBeNull();
  if (response?.['x-codes']) expect(response['x-codes'], at).toContain(body.code);
}
