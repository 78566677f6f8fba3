/** The two forms of a statement say the same of the same rows (docs/rules.md#statements-of-one-workspace). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import type { App } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { byWorkspace, formFor, formOf, inWorkspaces, ofEachWorkspace, resultsOf } from '../../src/db/by-workspace.ts';
import { rowsOf, statement } from '../../src/db/rows.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import type { EmitWork } from '../../src/events/emit/emit-work.ts';
import { readEmits } from '../../src/events/emit/read-emits.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

interface Item {
  readonly workspaceId: string;
  readonly name: string;
}

const items = rowsOf<Item>(
  { workspace_id: ['text', ({ workspaceId }) => workspaceId], name: ['text', ({ name }) => name] },
  { ordinality: true },
);
/** Says which form asked. */
const asked = statement({
  name: 'asked',
  rows: { i: items },
  values: { least: 'int' },
  text: ({ i, least }, only) => `
    SELECT i.name || ' in ' || i.workspace_id || CASE WHEN ${only(`'a'`)} THEN ' or any' ELSE '' END AS said
    FROM ${i} WHERE ${only('i.workspace_id')} AND ${least} = 1 ORDER BY i.position`,
});
const plain = statement({ rows: { i: items }, text: ({ i }) => `SELECT i.name AS said FROM ${i} ORDER BY i.position` });

let world: World;
let tenant: Tenant;
/** As if the database were a cluster's coordinator. */
let onCluster: App;
beforeAll(async () => {
  world = await createWorld();
  onCluster = createApp({ ...world.app, db: { ...world.app.db, isCluster: () => true } });
  tenant = await world.tenant({ domain: 'acme.example', eventType: 'order.shipped' });
});
afterAll(() => world.close());

const rows: readonly Item[] = ['a', 'b', 'a', 'c', 'b'].map((workspaceId, at) => ({ workspaceId, name: `${at}` }));
const workspaceOf = ({ workspaceId }: Item) => workspaceId;

test('one database is asked once, a cluster once for each workspace, and each row gets its own result', async () => {
  const sizes: number[] = [];
  const run = (app: App) =>
    byWorkspace(app.db, rows, workspaceOf, async (some, form) => {
      sizes.push(some.length);
      const found = await world.app.db.pool.query<{ said: string }>(form(asked)({ i: some, least: 1 }));
      return found.rows.map(({ said }) => said);
    });
  expect(world.app.db.isCluster()).toBe(false);
  const all = rows.map(({ workspaceId, name }) => `${name} in ${workspaceId} or any`);
  expect(resultsOf(await run(world.app))).toEqual(all);
  expect(sizes.splice(0)).toEqual([5]);
  expect(resultsOf(await run(onCluster))).toEqual(['0 in a or any', '1 in b', '2 in a or any', '3 in c', '4 in b']);
  expect(sizes).toEqual([2, 2, 1]);
});

test('what one workspace of a cluster throws concerns its own rows; one database throws it for all', async () => {
  const fault = new Error('gone');
  const run = (app: App) =>
    byWorkspace(app.db, rows, workspaceOf, async (some) => {
      if (some.some(({ workspaceId }) => workspaceId === 'b')) throw fault;
      return some.map(({ name }) => name);
    });
  await expect(run(world.app)).rejects.toBe(fault);
  const answers = await run(onCluster);
  expect(answers).toEqual([{ result: '0' }, { fault }, { result: '2' }, { result: '3' }, { fault }]);
  expect(() => resultsOf(answers)).toThrow(fault);
});

test('what is found need not be one for each row; a cluster is asked in the order of the workspaces', async () => {
  const run = (app: App, some: readonly Item[]) =>
    ofEachWorkspace(app.db, some, workspaceOf, async (of, form) => {
      const found = await world.app.db.pool.query<{ said: string }>(form(asked)({ i: of.slice(0, 1), least: 1 }));
      return found.rows.map(({ said }) => said);
    });
  expect(await run(world.app, rows.toReversed())).toEqual(['4 in b or any']);
  expect(await run(onCluster, rows.toReversed())).toEqual(['2 in a or any', '4 in b', '3 in c']);
  expect([await run(world.app, []), await run(onCluster, [])]).toEqual([[], []]);
});

test('a sweep asks one database once, and a cluster in each workspace that it finds, until it has enough', async () => {
  const found = { text: `SELECT unnest(ARRAY['b', 'a', 'b', 'c']) AS "workspaceId"`, values: [] };
  const { pool } = world.app.db;
  const run = (app: App, most: number) =>
    inWorkspaces(app.db, pool, { find: found, rows: most }, async (form) => {
      const { values } = form(asked)({ i: [], least: 1 });
      return [values.length === 3 ? 'any' : String(values.at(-1))];
    });
  expect(await run(world.app, 2)).toEqual(['any']);
  expect(await run(onCluster, 3)).toEqual(['a', 'b', 'c']);
  expect(await run(onCluster, 2)).toEqual(['a', 'b']);
  const one = await inWorkspaces(onCluster.db, pool, { workspaceId: 'd' }, async (form) => [
    form(asked)({ i: [], least: 1 }).values.at(-1),
  ]);
  expect(one).toEqual(['d']);
  expect(formOf(onCluster.db)(asked)({ i: [], least: 1 }).values.at(-1)).toBe('');
});

test('a statement that names no workspace has one form', () => {
  expect(plain.ofOne).toBeNull();
  expect(formFor(onCluster.db, 'a')(plain)).toBe(plain);
  expect(formFor(world.app.db, 'a')(asked)).toBe(asked);
});

test('the two forms are two statements to a connection', () => {
  const { name, values } = asked.ofOne?.({ i: rows.slice(0, 1), least: 1 }, 'a') ?? {};
  expect([asked({ i: [], least: 1 }).name, name]).toEqual(['asked', 'asked-of-one']);
  expect(values).toEqual([['a'], ['0'], 1, 'a']);
});

test('emits are read alike, by the id of their workspace and by its reference', async () => {
  const { ctx, platformId, apiKeyId } = tenant;
  const other = await createWorkspace(ctx, { name: 'Other', reference: 'other' });
  const neighbour = await world.tenant();
  const [ada, blocked, mailed] = ['ada@example.com', 'blocked@example.com', 'mailed@example.com'];
  const contact = await upsertContact(ctx, tenant.workspace, 'ref:ada', { email: ada });
  await suppressByHand(ctx, other, { email: blocked });
  await suppressByHand(neighbour.ctx, neighbour.workspace, { email: blocked, reach: 'platform' });
  const payload = { customer_name: 'Ada', order_number: '1', tracking_url: 'https://example.com/track' };
  await emitEvent(ctx, 'ref:other', {
    ...{ type: 'order.shipped', idempotencyKey: 'sent', payload, recipient: { email: mailed } },
  });
  const work = (workspace: EmitWork['workspace'], given: Partial<EmitWork>): EmitWork => ({
    ...{ platformId, apiKeyId, workspace, onlyWorkspace: null, key: 'new', erasedKey: 'erased', type: 'order.shipped' },
    ...{ contact: null, addressHash: null, copies: [], bodyHash: Buffer.from('body'), isHeavy: false, trace: null },
    ...{ checked: { faults: {}, payload: null, email: null } },
    ...given,
  });
  const to = (email: string) => ({ addressHash: world.app.secrets.addressHash(email) });
  const works = [
    work({ id: tenant.workspace }, to(ada)),
    work({ reference: 'other' }, to(ada)),
    work({ reference: 'shop' }, { contact: { reference: 'ada' } }),
    work({ id: other }, to(blocked)),
    work({ id: tenant.workspace }, to(blocked)),
    work({ id: neighbour.workspace }, to(blocked)),
    work({ id: neighbour.workspace }, { ...to(blocked), platformId: neighbour.platformId }),
    work({ reference: 'nowhere' }, to(ada)),
    work({ id: other }, { ...to(mailed), key: 'sent' }),
    work({ id: other }, { ...to(mailed), onlyWorkspace: tenant.workspace }),
    work({ reference: 'other' }, { contact: { id: contact.id }, type: 'nothing' }),
  ];
  const found = await readEmits(world.app, works);
  expect(await readEmits(onCluster, works)).toEqual(found);
  expect(found.map(({ workspaceId }) => workspaceId)).toEqual([
    ...[tenant.workspace, other, tenant.workspace, other, tenant.workspace, null, neighbour.workspace, null, other],
    ...[null, other],
  ]);
  expect(found.map(({ contactId }) => contactId !== null)).toEqual([true, false, true, ...Array(8).fill(false)]);
  expect(found.flatMap(({ suppressed }, at) => (suppressed ? [at] : []))).toEqual([3, 6]);
  expect(
    found.flatMap(({ keyBodyHash, recent }, at) => (keyBodyHash !== null && recent.length === 1 ? [at] : [])),
  ).toEqual([8]);
});
