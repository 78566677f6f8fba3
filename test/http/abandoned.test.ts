/** Clients that close their connections before they have a response (docs/rules.md#abandoned-requests). */
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unsubscribeUrl } from '../../src/contacts/contact-token.ts';
import type { App } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { createLog } from '../../src/ground/log/log.ts';
import { createRequestListener } from '../../src/http/server.ts';
import { type LocalServer, serveLocally } from '../support/serve-locally.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

/** The level from which pino's lines are warnings and errors. */
const warning = 40;

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly status?: number;
  readonly aborted?: boolean;
  readonly code?: string;
}

let world: World;
let tenant: Tenant;
let app: App;
let server: LocalServer;
let lines: Line[];
/** Tells when the body of a request begins to be read. */
const bodies = new EventEmitter();

beforeAll(async () => {
  world = await createWorld();
  app = createApp({ ...world.app, log: createLog('trace', { write: (line) => void lines.push(JSON.parse(line)) }) });
  const answer = await createRequestListener(app);
  server = await serveLocally((request, response) => {
    request.on('newListener', (event) => {
      if (event === 'data' || event === 'readable') bodies.emit('read');
    });
    answer(request, response);
  });
  tenant = await world.tenant();
});
afterAll(async () => {
  await server.close();
  await world.close();
});
beforeEach(() => {
  lines = [];
});

const requests = () => lines.filter(({ msg }) => msg === 'request');

/** Sends the beginning of a request, or all of it, and closes once `until` says so. Resolves after the request's line. */
async function abandon(head: readonly string[], body: string, until: () => Promise<void>): Promise<void> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const fields = [`Host: ${hostname}:${port}`, `Authorization: Bearer ${tenant.token}`];
  socket.write(`${[head[0], ...fields, ...head.slice(1)].join('\r\n')}\r\n\r\n${body}`);
  await until();
  socket.destroy();
  await expect.poll(() => requests().length).toBe(1);
  // What the request was waiting for rejects in the rounds after its line.
  for (let round = 0; round < 20; round += 1) await new Promise(setImmediate);
}

const json = 'Content-Type: application/json';
const form = 'Content-Type: application/x-www-form-urlencoded';
const dear = JSON.stringify({ query: '{ messages(first: 1) { nodes { id } } }' });
const page = ['Tidings-Console: 1', 'Origin: http://tidings.test'];

function expectNoError(): void {
  expect(lines.filter(({ level }) => level >= warning)).toEqual([]);
  expect(requests()).toMatchObject([{ status: 499, aborted: true }]);
}

describe('a body that ends in the middle', () => {
  const link = () =>
    new URL(unsubscribeUrl(app, { workspaceId: tenant.workspace, id: '01KJPWD6M0ADNN4NG1FHBDJQ4T' })).pathname;

  test.each<[string, () => readonly string[]]>([
    ['REST', () => ['POST /v1/workspaces/ref:shop/events HTTP/1.1', json]],
    ['GraphQL', () => ['POST /graphql HTTP/1.1', json]],
    ['an unsubscribe link', () => [`POST ${link()} HTTP/1.1`, form]],
    ['the session of the console', () => ['POST /console/session HTTP/1.1', json, ...page]],
  ])('of %s', async (_name, head) => {
    const arrived = once(bodies, 'read');
    await abandon([...head(), 'Content-Length: 1000'], '{"half', async () => void (await arrived));
    expectNoError();
  });
});

test.each<[string, keyof Pick<App['parts'], 'bodyRoom' | 'readRoom' | 'operationRoom'>, readonly string[], string]>([
  ['a body', 'bodyRoom', ['POST /v1/workspaces/ref:shop/events HTTP/1.1', json, 'Content-Length: 60000'], '{'],
  ['a page of a list', 'readRoom', ['GET /v1/workspaces HTTP/1.1'], ''],
  ['a dear query', 'operationRoom', ['POST /graphql HTTP/1.1', json, `Content-Length: ${dear.length}`], dear],
])('%s that waits for its room gives up its place', async (_name, part, head, body) => {
  const room = app.parts[part];
  const sizes = { bodyRoom: 60_000, readRoom: 1, operationRoom: 20_000 };
  const held: (() => void)[] = [];
  for (;;) {
    const release = room.takeNow(tenant.platformId, sizes[part]);
    if (release === null) break;
    held.push(release);
  }
  const takes: unknown[] = [];
  const { take } = room;
  Object.assign(room, {
    take: (...args: Parameters<typeof take>) => {
      takes.push(args);
      return take(...args);
    },
  });
  try {
    await abandon(head, body, () => expect.poll(() => takes.length).toBe(1));
    expectNoError();
  } finally {
    Object.assign(room, { take });
    for (const release of held) release();
  }
});
