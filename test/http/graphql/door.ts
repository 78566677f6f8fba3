/** GraphQL over HTTP in development and in production, on one database. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../src/create-app.ts';
import { createRequestListener } from '../../../src/http/server.ts';
import type { Log } from '../../../src/log.ts';
import { createWorld, type Tenant, type World } from '../../schema/world.ts';

export interface Door {
  readonly url: string;
  /** Sends `body` as JSON with the tenant's key; a string is sent unchanged. */
  post(body: unknown, headers?: Record<string, string>): Promise<Told>;
  /** With the tenant's key. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever their own document selects.
  readonly body: any;
}

export interface Doors {
  readonly world: World;
  readonly tenant: Tenant;
  readonly development: Door;
  readonly production: Door;
  close(): Promise<void>;
}

/** `log`: where the doors write; nothing is written without. */
export async function openDoors(log?: Log): Promise<Doors> {
  const world = await createWorld({ OPERATOR_TOKEN: 'operator-token-of-thirty-two-characters' });
  const tenant = await world.tenant();
  const servers: Server[] = [];

  async function open(production: boolean): Promise<Door> {
    const app = createApp({ ...world.app, ...(log && { log }), config: { ...world.app.config, production } });
    const server = createServer(await createRequestListener(app)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const send = (path: string, init: RequestInit = {}) =>
      fetch(`${origin}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${tenant.token}`, ...(init.headers as Record<string, string> | undefined) },
      });
    return {
      url: `${origin}/graphql`,
      fetch: send,
      async post(body, headers = {}) {
        const response = await send('/graphql', {
          method: 'POST',
          // Asked so, a refusal has a status of its own (GraphQL over HTTP, 6.4).
          headers: { accept: 'application/graphql-response+json', 'content-type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        });
        const text = await response.text();
        return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
      },
    };
  }

  return {
    world,
    tenant,
    development: await open(false),
    production: await open(true),
    async close() {
      for (const server of servers) server.close();
      await world.close();
    },
  };
}
