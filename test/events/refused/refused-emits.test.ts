/** Rejected emits are recorded without what they carried, and a flood of them leaves a few rows. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../src/create-app.ts';
import { noteRefusedEmit } from '../../../src/events/refused/note-refused-emit.ts';
import { DomainError } from '../../../src/ground/errors/errors.ts';
import { suspendWorkspace } from '../../../src/workspaces/suspension/suspend-workspace.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

const minute = 60_000;

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
});
afterAll(() => world.close());
beforeEach(() => world.app.db.pool.query('TRUNCATE refused_emits'));

const plain = { workspace: 'ref:shop', eventType: 'order.shipped', idempotencyKey: 'own-key', recipient: null };
const emit = `mutation ($workspace: ID!, $input: EventEmitInput!) {
  eventEmit(workspace: $workspace, input: $input) { event { id } } }`;
const list = `query ($filter: RefusedEmitFilter) { refusedEmits(filter: $filter) {
  nodes { requestId apiKeyId workspace { reference } eventTypeName code fieldPaths times at firstAt } totalCount } }`;

async function send(requestId: string, workspace: string, input: Readonly<Record<string, unknown>> = {}) {
  const { platformId, apiKeyId } = tenant;
  const whole = {
    type: 'order.shipped',
    idempotencyKey: 'own-key',
    recipient: { email: 'ada@example.com' },
    payload: {},
  };
  const viewer = { platformId, apiKeyId, requestId };
  return (await world.ask(viewer, emit, { workspace, input: { ...whole, ...input } })).refusal?.code;
}

async function recorded(filter: Readonly<Record<string, unknown>> = {}, who = tenant) {
  await world.app.parts.refusedEmits.settled();
  const { data, errors } = await who.ask(list, { filter });
  expect(errors).toEqual([]);
  expect(data.refusedEmits.totalCount).toBe(data.refusedEmits.nodes.length);
  return data.refusedEmits.nodes;
}

test('a rejected emit is found by request, key, workspace, type and code', async () => {
  expect(await send('r-1', 'ref:shop', { payload: { order_number: 7, 'ada@example.com': 1 } })).toBe(
    'validation_failed',
  );
  expect(await send('r-2', 'ref:nowhere')).toBe('not_found');
  expect(await send('r-3', tenant.workspace, { type: 'ada@example.com' })).toBe('validation_failed');
  const rows = await recorded();
  expect(rows.map(({ requestId }: { requestId: string }) => requestId)).toEqual(['r-3', 'r-2', 'r-1']);
  expect(rows[2]).toEqual({
    requestId: 'r-1',
    apiKeyId: tenant.apiKeyId,
    workspace: { reference: 'shop' },
    eventTypeName: 'order.shipped',
    code: 'validation_failed',
    fieldPaths: expect.arrayContaining(['payload.order_number', 'payload.tracking_url', 'payload.*']),
    times: 1,
    at: world.now(),
    firstAt: world.now(),
  });
  expect(rows[1]).toMatchObject({ workspace: null, code: 'not_found', fieldPaths: [] });
  expect(rows[0]).toMatchObject({ eventTypeName: null, fieldPaths: expect.arrayContaining(['type']) });
  const { rows: stored } = await world.app.db.pool.query('SELECT refused_emits::text AS row FROM refused_emits');
  expect(stored.map(({ row }) => row).join('\n')).not.toMatch(/@/);
  const found = async (filter: Readonly<Record<string, unknown>>) =>
    (await recorded(filter)).map(({ requestId }: { requestId: string }) => requestId);
  expect(await found({ requestId: 'r-2' })).toEqual(['r-2']);
  expect(await found({ workspace: 'ref:shop' })).toEqual(['r-3', 'r-1']);
  expect(await found({ apiKey: tenant.apiKeyId, code: 'not_found' })).toEqual(['r-2']);
  expect(await found({ apiKey: 'another' })).toEqual([]);
  expect(await found({ eventType: 'order.shipped', workspace: 'ref:shop' })).toEqual(['r-1']);
  expect(await found({ until: world.now().toISOString() })).toEqual([]);
  const stranger = await world.tenant();
  expect(await recorded({}, stranger)).toEqual([]);
  world.advance(7 * 24 * 60 * minute);
  expect(await recorded()).toEqual([]);
});

test.each(['base64', 'hex'] as const)('an address in a name is not kept in %s either', async (encoding) => {
  const name = Buffer.from('ada@example.co').toString(encoding).replaceAll('=', '');
  await send('r-8', 'ref:shop', { type: name });
  await send('r-9', 'ref:shop', { payload: { [name]: 1, plain_name: 1 } });
  const [second, first] = await recorded();
  expect(first).toMatchObject({ requestId: 'r-8', eventTypeName: null });
  expect(second.fieldPaths).toEqual(expect.arrayContaining(['payload.plain_name', 'payload.*']));
  const { rows: stored } = await world.app.db.pool.query('SELECT refused_emits::text AS row FROM refused_emits');
  expect(stored.map(({ row }) => row).join('\n')).not.toContain(name);
});

test('an accepted emit, a replay and a fault of the service leave no row', async () => {
  const payload = { order_number: '1', tracking_url: 'https://example.com/1' };
  expect(await send('r-4', 'ref:shop', { payload })).toBeUndefined();
  expect(await send('r-5', 'ref:shop', { payload })).toBeUndefined();
  for (const error of [new DomainError('unavailable'), new Error('a bug')]) {
    noteRefusedEmit(tenant.ctx, { ...plain, requestId: 'r-6', error });
  }
  expect(await recorded()).toEqual([]);
});

describe('a flood', () => {
  /** Other parts: a process whose buckets are full. */
  const flood = (times: number, code: 'workspace_suspended' | 'not_found', app = createApp(world.app)) => {
    const error = new DomainError(code);
    for (let n = 0; n < times; n += 1) {
      noteRefusedEmit({ ...tenant.ctx, app }, { ...plain, requestId: `flood-${n}`, error });
    }
    return app;
  };

  test('of many fills a few rows, and the last one counts the rest', async () => {
    const app = flood(20_000, 'workspace_suspended');
    flood(10, 'not_found', app);
    await app.parts.refusedEmits.settled();
    const { rows } = await app.db.pool.query('SELECT code, times, request_id FROM refused_emits ORDER BY times');
    expect(rows).toHaveLength(102);
    expect(rows.slice(100)).toEqual([
      { code: 'not_found', times: 10, request_id: 'flood-9' },
      { code: 'workspace_suspended', times: 19_900, request_id: 'flood-19999' },
    ]);
  });

  test('leaves room for later ones, a row a minute', async () => {
    const app = flood(100, 'workspace_suspended');
    await app.parts.refusedEmits.settled();
    world.advance(3 * minute);
    flood(5, 'workspace_suspended', app);
    await app.parts.refusedEmits.settled();
    const { rows } = await app.db.pool.query('SELECT times FROM refused_emits ORDER BY id DESC LIMIT 4');
    expect(rows.map(({ times }) => times)).toEqual([2, 1, 1, 1]);
  });

  test('whose rows cannot be written is logged and forgotten', async () => {
    const app = createApp({
      ...world.app,
      db: { ...world.app.db, pool: { query: () => Promise.reject(new Error('away')) } as never },
    });
    flood(3, 'not_found', app);
    await expect(app.parts.refusedEmits.settled()).resolves.toBeUndefined();
  });
});

test('a suspended workspace tells its caller and the console', async () => {
  await suspendWorkspace(tenant.ctx, tenant.workspace);
  expect(
    await send('r-7', 'ref:shop', {
      idempotencyKey: 'another',
      payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    }),
  ).toBe('workspace_suspended');
  expect(await recorded()).toMatchObject([{ requestId: 'r-7', code: 'workspace_suspended' }]);
});
