import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { buildBodies } from '../../src/webhooks/delivery/build-bodies.ts';
import { countWebhooks, listWebhooks } from '../../src/webhooks/list-webhooks.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { updateWorkspace } from '../../src/workspaces/update-workspace.ts';
import { type Ground, hours, openGround } from './ground.ts';

let ground: Ground;
let ctx: Ctx;

beforeAll(async () => {
  ground = await openGround();
  ctx = await ground.platform();
});
afterAll(() => ground.close());

const page = { limit: 50, inverted: false };
const listed = async (filter: object, of = ctx) =>
  (await listWebhooks(of, filter, page, {})).rows.slice(0, 50).map(({ id }) => id);

test('the log is filtered by state, endpoint and type, newest first, and shows no other platform’s', async () => {
  const good = await ground.sink();
  const bad = await ground.sink();
  bad.answerAlways(500);
  const taking = await ground.endpoint(ctx, good.url);
  const refusing = await ground.endpoint(ctx, bad.url);
  const ids = [...(await ground.cause(ctx, 2))];
  ids.push(...(await ground.cause(ctx, 1, { type: 'contact.suppressed', contact: { id: 'c', reference: null } })));
  await ground.run();
  const all = ids.toSorted().toReversed();
  const rows = await Promise.all(all.map((id) => ground.webhook(ctx, id)));
  const those = (keep: (row: (typeof rows)[number]) => boolean) => rows.filter(keep).map(({ id }) => id);
  expect(await listed({})).toEqual(all);
  expect(await listed({ state: 'delivered' })).toEqual(those(({ endpointId }) => endpointId === taking));
  expect(await listed({ state: 'pending' })).toEqual(those(({ endpointId }) => endpointId === refusing));
  expect(await listed({ state: 'failed' })).toEqual([]);
  expect(await listed({ endpoint: refusing, type: 'contact.suppressed' })).toHaveLength(1);
  expect(await listed({ type: 'sending_domain.changed' })).toHaveLength(4);
  expect(await listed({}, await ground.platform())).toEqual([]);
  await expect(listed({ type: 'message.read' })).rejects.toMatchObject({ code: 'validation_failed' });
});

test('the log is filtered by several states, a workspace and a time', async () => {
  const of = await ground.platform();
  const good = await ground.sink();
  const bad = await ground.sink();
  bad.answerAlways(500);
  const taking = await ground.endpoint(of, good.url);
  const refusing = await ground.endpoint(of, bad.url);
  const workspaceId = await createWorkspace(of, { name: 'Shop', reference: 'mine' });
  const early = await ground.cause(of);
  ground.clock.advance(1_000);
  const at = ground.clock.now();
  const late = await ground.cause(of, 1, { workspaceId });
  await ground.run();
  const newest = [...early, ...late].toSorted().toReversed();
  expect(await listed({ states: ['pending', 'delivered'] }, of)).toEqual(newest);
  expect(await listed({ states: ['pending', 'failed'] }, of)).toHaveLength(2);
  expect(await listed({ states: ['pending', 'failed'], endpoint: taking }, of)).toEqual([]);
  expect(await listed({ states: ['pending', 'failed'], endpoint: refusing }, of)).toHaveLength(2);
  expect(await listed({ states: ['delivered'], state: 'pending' }, of)).toEqual([]);
  expect(await listed({ workspace: 'ref:mine' }, of)).toEqual([...late].toSorted().toReversed());
  expect(await listed({ workspace: workspaceId, states: ['delivered', 'failed'] }, of)).toHaveLength(1);
  expect(await listed({ from: at }, of)).toEqual([...late].toSorted().toReversed());
  expect(await listed({ until: at }, of)).toEqual([...early].toSorted().toReversed());
  expect(await listed({ from: at, until: at }, of)).toEqual([]);
  expect(await countWebhooks(of, { from: at, states: ['pending', 'delivered'] }, 10)).toBe(2);
  await expect(listed({ states: [] }, of)).rejects.toMatchObject({ code: 'validation_failed' });
  await expect(listed({ workspace: 'ref:nobody' }, of)).rejects.toMatchObject({ code: 'not_found' });
  await expect(listed({ workspace: workspaceId }, await ground.platform())).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('a webhook is shown for thirty days and not a moment longer', async () => {
  const other = await ground.platform();
  await ground.endpoint(other, (await ground.sink()).url);
  const [id = ''] = await ground.cause(other);
  await ground.run();
  ground.clock.advance(hours(30 * 24));
  expect(await listed({}, other)).toEqual([id]);
  expect((await ground.webhook(other, id)).state).toBe('delivered');
  ground.clock.advance(1);
  expect(await listed({}, other)).toEqual([]);
  await expect(ground.webhook(other, id)).rejects.toMatchObject({ code: 'not_found' });
});

test('the body is the one that would be sent now: it follows the workspace’s reference', async () => {
  const other = await ground.platform();
  const sink = await ground.sink();
  await ground.endpoint(other, sink.url);
  const workspaceId = await createWorkspace(other, { name: 'Shop', reference: 'before' });
  const [id = ''] = await ground.cause(other, 1, { workspaceId });
  await ground.run();
  expect(sink.taken[0]?.body.workspace).toEqual({ id: workspaceId, reference: 'before' });
  await updateWorkspace(other, workspaceId, { reference: 'after' });
  const body = (await buildBodies(ground.app.db, [await ground.webhook(other, id)])).get(id);
  expect(body).toEqual({ ...sink.taken[0]?.body, workspace: { id: workspaceId, reference: 'after' } });
});
