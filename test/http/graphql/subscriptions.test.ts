/** Subscriptions over HTTP, on two processes with one database. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { openDb } from '../../../src/db/connections/pool.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { createRequestListener } from '../../../src/http/server.ts';
import { createStreams } from '../../../src/live/streams.ts';
import { sendTurn } from '../../../src/messages/sending/send-turn.ts';
import { revokeApiKey } from '../../../src/platforms/keys/revoke-api-key.ts';
import { setPlatformSuspension } from '../../../src/platforms/set-platform-suspension.ts';
import { createEndpoint } from '../../../src/webhooks/endpoints/create-endpoint.ts';
import { deleteEndpoint } from '../../../src/webhooks/endpoints/delete-endpoint.ts';
import { sendTestWebhook } from '../../../src/webhooks/endpoints/send-test-webhook.ts';
import { createWorkspace } from '../../../src/workspaces/create-workspace.ts';
import { deleteWorkspace } from '../../../src/workspaces/deletion/delete-workspace.ts';
import { releaseHealth } from '../../../src/workspaces/health/release-health.ts';
import { type DeafProxy, startDeafProxy } from '../../support/deaf-proxy.ts';
import { type LiveEvents, subscribeTo } from '../../support/event-stream.ts';
import { type LocalServer, serveLocally } from '../../support/serve-locally.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

let world: World;
let tenant: Tenant;
let deaf: DeafProxy;
let apps: readonly App[];
let servers: readonly LocalServer[];
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ eventType: 'order.shipped' });
  const { url } = world.app.db;
  deaf = await startDeafProxy(url);
  // The second process receives no notice.
  const db = openDb({ url, listenUrl: deaf.url, connections: 8, onError: () => undefined });
  const resolver = { resolve: async () => ['93.184.215.14'] };
  apps = [createApp({ ...world.app, resolver }), createApp({ ...world.app, db, resolver })];
  servers = await Promise.all(apps.map(async (app) => serveLocally(await createRequestListener(app))));
});
afterAll(async () => {
  for (const app of apps) app.parts.streams.close();
  await Promise.all(servers.map((server) => server.close()));
  await Promise.all(apps.map((app) => app.parts.live.close()));
  await apps[1]?.db.close();
  await deaf.stop();
  await world.close();
});

const originOf = (process: number) => servers[process]?.origin ?? '';
const ctxOn = (process: number, { platformId, apiKeyId }: Tenant = tenant) => {
  const app = apps[process];
  if (!app) throw new Error('There are two processes');
  return { app, platformId, apiKeyId, workspaceId: null };
};

let keys = 0;
async function emit(
  process: number,
  email = 'delivered@simulator.test',
  of: Tenant = tenant,
  path = '1',
): Promise<string> {
  keys += 1;
  const { record } = await emitEvent(ctxOn(process, of), of.workspace, {
    type: 'order.shipped',
    idempotencyKey: `key-${keys}`,
    recipient: { email },
    payload: { order_number: '1', tracking_url: `https://example.com/${path}` },
  });
  return record.message?.id ?? '';
}

async function send(process: number, { platformId, workspace }: Tenant = tenant): Promise<void> {
  const { app } = ctxOn(process);
  await sendTurn(app, { platformId, id: workspace });
  await app.parts.inFlight.settled();
}

const messages = `subscription ($workspace: ID!, $after: String) { live: workspaceMessages(workspace: $workspace, after: $after) {
  cursor changes { messageId state at message { id state } } } }`;
const timeline = `subscription ($message: ID!, $after: String) { live: messageTimeline(message: $message, after: $after) {
  cursor entries { cursor } } }`;
const webhooks = `subscription ($endpoint: ID!, $after: String) { live: endpointWebhooks(endpoint: $endpoint, after: $after) {
  cursor changes { webhookId state webhook { id type } } } }`;
const health = `subscription ($workspace: ID, $after: String) { live: healthChanges(workspace: $workspace, after: $after) {
  cursor changes { from to reason workspace { id } } } }`;

/** Reads events until one satisfies `enough`, which gets all changes or entries so far. */
async function read(events: LiveEvents, enough: (all: readonly unknown[]) => boolean) {
  const all: unknown[] = [];
  for (;;) {
    const { data, errors } = await events.next();
    expect(errors).toBeUndefined();
    const { cursor, changes, entries } = data.live;
    all.push(...(changes ?? entries));
    if (enough(all)) return { all, cursor: cursor as string };
  }
}

test('a simulated complaint follows its delivery in the stream, as in webhooks and timelines', async () => {
  const { token, workspace } = tenant;
  const events = await subscribeTo(originOf(0), token, messages, { workspace });
  await read(events, () => true);
  const id = await emit(0, 'complaint@simulator.test');
  await send(0);
  const { all } = await read(events, (seen) => seen.length === 3);
  const shown = all as readonly { messageId: string; state: string; at: string }[];
  expect(shown.map(({ messageId, state }) => `${messageId} ${state}`)).toEqual(
    ['queued', 'delivered', 'complained'].map((state) => `${id} ${state}`),
  );
  expect(Date.parse(shown[1]?.at ?? '')).toBe(Date.parse(shown[2]?.at ?? '') - 1);
  events.cut();
});

test('a stream of messages that is cut three times and resumed on the other process shows each change once', async () => {
  const { token, workspace } = tenant;
  const expected: string[] = [];
  const seen: string[] = [];
  let after: string | null = null;
  for (let round = 0; round < 4; round += 1) {
    const here = round % 2;
    const events = await subscribeTo(originOf(here), token, messages, { workspace, after });
    expect(events.type).toContain('text/event-stream');
    if (after === null) ({ cursor: after } = await read(events, () => true));
    const ids = await Promise.all([emit(here), emit(1 - here), emit(here, 'bounce@simulator.test')]);
    await send(1 - here);
    expected.push(...ids.map((id) => `${id} queued`));
    expected.push(...ids.map((id, at) => `${id} ${at === 2 ? 'bounced' : 'delivered'}`));
    // The last of the round come while no stream is open, except in the last round.
    const wanted = round === 3 ? expected.length - seen.length : 1;
    const part = await read(events, (all) => all.length >= wanted);
    events.cut();
    after = part.cursor;
    for (const change of part.all as { messageId: string; state: string; message: { id: string } }[]) {
      expect(change.message.id).toBe(change.messageId);
      seen.push(`${change.messageId} ${change.state}`);
    }
  }
  expect(seen.toSorted()).toEqual(expected.toSorted());
  for (const id of new Set(seen.map((change) => change.split(' ')[0]))) {
    expect(seen.indexOf(`${id} queued`)).toBe(seen.findIndex((change) => change.startsWith(`${id} `)));
  }
});

test('an event that reads more than 1 MiB says so at the fields that did, and shows the rest', async () => {
  const of = await world.tenant({ eventType: 'order.shipped' });
  const variables = { workspace: of.workspace };
  const query = messages.replace('message { id state }', 'message { id event { payload } }');
  const before = await subscribeTo(originOf(0), of.token, query, variables);
  const { cursor } = await read(before, () => true);
  before.cut();
  const ids: string[] = [];
  // Shown in one event, since no stream is open; together they are 1.4 MB.
  for (let n = 0; n < 4; n += 1) ids.push(await emit(0, 'delivered@simulator.test', of, 'x'.repeat(350_000)));
  const events = await subscribeTo(originOf(0), of.token, query, { ...variables, after: cursor });
  let event = await events.next();
  while (event.data.live.changes.length === 0) event = await events.next();
  events.cut();
  const { data, errors } = event;
  expect(data.live.changes.map(({ messageId }: { messageId: string }) => messageId)).toEqual(ids);
  expect(data.live.changes.map(({ message }: { message: unknown }) => message)).toEqual(
    ids.map((id) => ({ id, event: { payload: null } })),
  );
  const [{ message, path, extensions }] = errors;
  expect(message).toContain('The event reads more than 1 MiB of stored contents');
  expect([path.slice(0, 2), extensions.code]).toEqual([['live', 'changes'], 'validation_failed']);
});

test('a process that receives no notice shows each change all the same', async () => {
  const { token, workspace } = tenant;
  const events = await subscribeTo(originOf(1), token, messages, { workspace });
  await read(events, () => true);
  const sent: string[] = [];
  // The connection that listens is opened beside the stream.
  const lost = async () => {
    sent.push(await emit(0));
    return deaf.lost();
  };
  await expect.poll(lost, { interval: 200, timeout: 30_000 }).toBeGreaterThan(0);
  const { all } = await read(events, (found) => found.length >= sent.length);
  expect(all.map((change) => (change as { messageId: string }).messageId)).toEqual(sent);
  events.cut();
});

test('a timeline that is cut and resumed on the other process shows each entry once', async () => {
  const { token } = tenant;
  const message = await emit(0, 'complaint@simulator.test');
  const seen: unknown[] = [];
  let after: string | null = null;
  const open = async (process: number) => subscribeTo(originOf(process), token, timeline, { message, after });
  const first = await open(0);
  let part = await read(first, (all) => all.length > 0);
  first.cut();
  seen.push(...part.all);
  after = part.cursor;
  await send(1);
  const second = await open(1);
  part = await read(second, (all) => all.length > 0);
  seen.push(...part.all);
  await world.app.db.pool.query(
    `INSERT INTO message_opens (workspace_id, message_id, id, at, machine) VALUES ($1, $2, 'open', $3, false)`,
    [tenant.workspace, message, new Date(world.now().getTime() - 60_000)],
  );
  // An entry that is earlier than those before, and committed later.
  part = await read(second, (all) => all.length > 0);
  seen.push(...part.all);
  second.cut();
  after = part.cursor;
  const third = await open(0);
  expect((await read(third, () => true)).all).toEqual([]);
  third.cut();
  after = null;
  const whole = await open(1);
  const { all } = await read(whole, () => true);
  whole.cut();
  const byCursor = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  expect(seen.toSorted(byCursor)).toEqual([...all].toSorted(byCursor));
  expect(all.length).toBeGreaterThan(2);
});

test('webhooks of an endpoint, and health of workspaces', async () => {
  const { token, platformId } = tenant;
  const { id: endpoint } = await createEndpoint(ctxOn(0), {
    url: 'https://hooks.example.com/',
    types: ['workspace.health_changed'],
  });
  const [ofEndpoint, ofHealth] = await Promise.all([
    subscribeTo(originOf(0), token, webhooks, { endpoint }),
    subscribeTo(originOf(1), token, health),
  ]);
  await Promise.all([read(ofEndpoint, () => true), read(ofHealth, () => true)]);
  await world.app.db.pool.query(
    `UPDATE workspace_health SET state = 'paused', recovers_to = 'ramping' WHERE platform_id = $1`,
    [platformId],
  );
  await releaseHealth(ctxOn(1).app, tenant.workspace);
  const moved = { from: 'paused', to: 'throttled', reason: 'released', workspace: { id: tenant.workspace } };
  expect((await read(ofHealth, (all) => all.length > 0)).all).toEqual([moved]);
  const webhookId = await sendTestWebhook(ctxOn(1), endpoint, 'message.delivered');
  const { all } = await read(ofEndpoint, (found) => found.length >= 2);
  expect(all).toMatchObject([
    { state: 'pending', webhook: { type: 'workspace_health_changed' } },
    { webhookId, state: 'pending', webhook: { id: webhookId } },
  ]);
  await deleteEndpoint(ctxOn(0), endpoint);
  expect((await ofEndpoint.next()).errors[0].extensions.code).toBe('not_found');
  expect(await ofEndpoint.next()).toBeNull();
  ofHealth.cut();
});

test('health of one workspace hands out a new cursor where others changed alone, and goes on from it', async () => {
  const { token, platformId, ctx } = tenant;
  const quiet = await createWorkspace({ ...ctxOn(0), platformId }, { name: 'Quiet', reference: `quiet-${platformId}` });
  const events = await subscribeTo(originOf(0), token, health, { workspace: quiet });
  const first = (await read(events, () => true)).cursor;
  const pause = 'UPDATE workspace_health SET state = $2, recovers_to = $3 WHERE workspace_id = $1';
  await ctx.app.db.pool.query(pause, [tenant.workspace, 'paused', 'ramping']);
  await releaseHealth(ctxOn(1).app, tenant.workspace);
  const { all, cursor } = await read(events, () => true);
  expect(all).toEqual([]);
  expect(cursor).not.toBe(first);
  events.cut();

  const resumed = await subscribeTo(originOf(1), token, health, { workspace: quiet, after: cursor });
  await read(resumed, () => true);
  await ctx.app.db.pool.query(pause, [quiet, 'paused', 'ramping']);
  await releaseHealth(ctxOn(0).app, quiet);
  expect((await read(resumed, (found) => found.length > 0)).all).toMatchObject([{ workspace: { id: quiet } }]);
  resumed.cut();
});

test('nothing of another platform: not its topics, not its cursors, not its changes', async () => {
  const other = await world.tenant({ eventType: 'order.shipped' });
  const endpoint = (await createEndpoint(ctxOn(0), { url: 'https://other.example.com/', types: ['message.failed'] }))
    .id;
  const message = await emit(0);
  const refusals = [
    [messages, { workspace: tenant.workspace }],
    [timeline, { message }],
    [webhooks, { endpoint }],
    [health, { workspace: tenant.workspace }],
  ] as const;
  const watches = async () => (await world.app.db.pool.query('SELECT topic FROM live_watches ORDER BY 1')).rows;
  const before = await watches();
  for (const [query, variables] of refusals) {
    const events = await subscribeTo(originOf(0), other.token, query, variables);
    expect((await events.next()).errors[0].extensions.code).toBe('not_found');
    expect(await events.next()).toBeNull();
  }
  expect(await watches()).toEqual(before);

  const own = await subscribeTo(originOf(0), tenant.token, messages, { workspace: tenant.workspace });
  const { cursor: after } = await read(own, () => true);
  own.cut();
  const stolen = await subscribeTo(originOf(1), other.token, messages, { workspace: 'ref:shop', after });
  expect((await stolen.next()).errors[0].extensions).toMatchObject({ code: 'validation_failed', field: 'after' });

  const theirs = await subscribeTo(originOf(0), other.token, messages, { workspace: 'ref:shop' });
  await read(theirs, () => true);
  await emit(0);
  const expected = await emit(1, 'delivered@simulator.test', other);
  expect((await read(theirs, (all) => all.length > 0)).all).toMatchObject([{ messageId: expected, state: 'queued' }]);
  theirs.cut();
});

test('a stream ends with its key, with its workspace and with its process', async () => {
  const other = await world.tenant();
  const query = messages;
  const codeOf = async (events: LiveEvents) => {
    const { data, errors } = await events.next();
    expect(data).toBeUndefined();
    expect(await events.next()).toBeNull();
    return errors[0].extensions.code;
  };
  const ofKey = await subscribeTo(originOf(1), other.token, query, { workspace: 'ref:shop' });
  await read(ofKey, () => true);
  await revokeApiKey(world.app, other.apiKeyId);
  expect(await codeOf(ofKey)).toBe('unauthenticated');

  for (const [change, code] of [
    ["expires_at = '2000-01-01'", 'unauthenticated'],
    ["scopes = '{read}'", 'forbidden'],
  ] as const) {
    const changed = await world.tenant();
    const ofChanged = await subscribeTo(originOf(1), changed.token, query, { workspace: 'ref:shop' });
    await read(ofChanged, () => true);
    await world.app.db.pool.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [changed.apiKeyId]);
    expect([change, await codeOf(ofChanged)]).toEqual([change, code]);
  }
  const suspended = await world.tenant();
  const ofPlatform = await subscribeTo(originOf(1), suspended.token, query, { workspace: 'ref:shop' });
  await read(ofPlatform, () => true);
  await setPlatformSuspension(world.app, suspended.platformId, true);
  expect(await codeOf(ofPlatform)).toBe('platform_suspended');

  const third = await world.tenant();
  const ofWorkspace = await subscribeTo(originOf(1), third.token, query, { workspace: 'ref:shop' });
  await read(ofWorkspace, () => true);
  await deleteWorkspace(third.ctx, 'ref:shop');
  expect(await codeOf(ofWorkspace)).toBe('not_found');

  const app = createApp({ ...world.app });
  const server = await serveLocally(await createRequestListener(app));
  const ofProcess = await subscribeTo(server.origin, tenant.token, query, { workspace: 'ref:shop' });
  await read(ofProcess, () => true);
  app.parts.streams.close();
  expect(await codeOf(ofProcess)).toBe('unavailable');
  await server.close();
  await app.parts.live.close();
});

test('a subscription is held to the limits of an operation, and needs a client that takes events', async () => {
  const ask = async (body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${originOf(0)}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.token}`, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  };
  const variables = { workspace: 'ref:shop' };
  const json = await ask({ query: messages, variables }, { accept: 'application/json' });
  expect([json.status, json.text]).toEqual([400, expect.stringContaining('text/event-stream')]);
  const events = { accept: 'text/event-stream' };
  const large = await ask(
    { query: `${messages} #${'x'.repeat(60_000)}`, variables: { workspace: 'x'.repeat(9_000) } },
    events,
  );
  expect([large.status, large.text]).toEqual([413, expect.stringContaining('payload_too_large')]);
  const dear = messages.replace(
    'message { id state }',
    'message { contact { consentChanges { nodes { at state source } } } }',
  );
  const costly = await ask({ query: dear, variables }, events);
  expect(costly.text).toMatch(/exceeds max|query_too_costly/);
  const two = await ask({ query: 'subscription { a: healthChanges { cursor } b: healthChanges { cursor } }' }, events);
  expect(two.text).toContain('must select only one top level field');

  const few = createApp({ ...world.app });
  Object.assign(few.parts, { streams: createStreams({ ofKey: 1, ofPlatform: 2, inAll: 5, life: 60_000 }) });
  const server = await serveLocally(await createRequestListener(few));
  const first = await subscribeTo(server.origin, tenant.token, messages, variables);
  await read(first, () => true);
  const second = await subscribeTo(server.origin, tenant.token, messages, variables);
  expect((await second.next()).errors[0].extensions.code).toBe('rate_limited');
  first.cut();
  await expect.poll(() => few.parts.streams.size).toBe(0);
  await server.close();
  await few.parts.live.close();
});
