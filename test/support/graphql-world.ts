/** A world whose schema is asked over HTTP, as it is served in development and in production. */
import type { App } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import type { Log } from '../../src/ground/log/log.ts';
import { createRequestListener } from '../../src/http/server.ts';
import { type LocalServer, serveLocally } from './serve-locally.ts';
import { createWorld, type Tenant, type World } from './world.ts';

export interface Door {
  /** Its own: nothing in its parts is that of the world. */
  readonly app: App;
  readonly url: string;
  /** Sends `body` as JSON with the caller's key; text is sent as it is. */
  post(body: unknown, headers?: Record<string, string>): Promise<Told>;
  /** With the caller's key. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever their own document selects.
  readonly body: any;
}

export interface GraphqlWorld extends World {
  /** Whose key the doors are asked with. */
  readonly caller: Tenant;
  readonly development: Door;
  readonly production: Door;
}

/** `log`: where the doors write; nothing is written without. */
export async function createGraphqlWorld(log?: Log): Promise<GraphqlWorld> {
  const world = await createWorld({ OPERATOR_TOKEN: 'operator-token-of-thirty-two-characters' });
  const caller = await world.tenant();
  const servers: LocalServer[] = [];

  async function open(production: boolean): Promise<Door> {
    const app = createApp({
      ...world.app,
      ...(log && { log }),
      config: { ...world.app.config, production, console: !production },
    });
    const server = await serveLocally(await createRequestListener(app));
    servers.push(server);
    const { origin } = server;
    const send = (path: string, init: RequestInit = {}) =>
      fetch(`${origin}${path}`, {
        ...init,
        headers: { authorization: `Bearer ${caller.token}`, ...(init.headers as Record<string, string> | undefined) },
      });
    return {
      app,
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
    ...world,
    caller,
    development: await open(false),
    production: await open(true),
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await world.close();
    },
  };
}
