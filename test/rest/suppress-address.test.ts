import { beforeAll, expect, inject, it } from 'vitest';
import { callOperation, openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType, makeSendable } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const suppress = (body: object, workspace = acme.workspace) =>
  acme.ask('suppressAddress', { path: { workspace }, body });
const stateFor = async (email: string, key: string, workspace = acme.workspace) => {
  const body = emitOf('order.shipped', key, { recipient: { email } });
  return (await acme.ask('emitEvent', { path: { workspace }, body })).body.data.message.state;
};

beforeAll(async () => {
  await makeSendable(acme);
  await makeEventType(acme, 'order.shipped');
});

refusesAsUsual('suppressAddress', acme, () => ({ body: { email: 'usual@example.com' } }));

it('blocks all email of one workspace, and keeps the note', async () => {
  const { status, body } = await suppress({ email: 'One@example.com', note: 'Asked by phone' });
  expect([status, body.data]).toEqual([
    200,
    {
      id: expect.any(String),
      email: 'One@example.com',
      reason: 'manual',
      blocks: ['all'],
      scope: 'workspace',
      created_at: expect.any(String),
      note: 'Asked by phone',
    },
  ]);
  expect(await stateFor('one@example.com', 'one')).toBe('suppressed');
  const second = await acme.newWorkspace('second');
  expect(await stateFor('one@example.com', 'one', second)).toBe('queued');
  const again = await suppress({ email: 'one@example.com', note: 'And again', reason: 'hard_bounce' });
  expect(again.body.data).toEqual({ ...body.data, note: 'And again' });
});

it('blocks an address on the whole platform', async () => {
  const { body } = await suppress({ email: 'wide@example.com', reach: 'platform', reason: 'hard_bounce' });
  expect(body.data).toMatchObject({ scope: 'platform', reason: 'hard_bounce', blocks: ['all'], note: null });
  const third = await acme.newWorkspace('third');
  expect(await stateFor('wide@example.com', 'wide', third)).toBe('suppressed');
});

it('lists and lifts a block of the whole platform wherever its maker asks, and tells a key of one workspace nothing', async () => {
  const fourth = await acme.newWorkspace('fourth');
  const { body: made } = await acme.ask('createKey', { body: { name: 'Fourth', workspace: 'ref:fourth' } });
  const bound = { headers: { authorization: `Bearer ${made.data.secret}` } };
  const list = async (workspace: string, options: object = {}) => {
    const { body } = await acme.ask('listSuppressions', {
      path: { workspace },
      query: { search: 'taken.over' },
      ...options,
    });
    return body.data.map(({ id }: { id: string }) => id);
  };
  const add = async (email: string, reason: string) =>
    (await suppress({ email, reach: 'platform', reason })).body.data.id;
  const bounced = await add('taken.over.one@new.example', 'hard_bounce');
  const manual = await add('taken.over.two@new.example', 'manual');
  for (const workspace of [acme.workspace, fourth]) expect(await list(workspace)).toEqual([manual, bounced]);
  expect(await list(fourth, bound)).toEqual([]);
  const path = { workspace: fourth, id: bounced };
  expect((await acme.ask('liftSuppression', { path, ...bound })).status).toBe(404);
  expect((await acme.ask('liftSuppressionWithNote', { path, body: { note: 'x' }, ...bound })).status).toBe(404);
  const other = await openPlatform('Other');
  expect((await other.ask('liftSuppression', { path: { ...path, workspace: other.workspace } })).status).toBe(404);
  expect(await list(fourth)).toEqual([manual, bounced]);

  expect((await acme.ask('liftSuppression', { path })).status).toBe(204);
  const second = { workspace: acme.workspace, id: manual };
  const body = { note: 'Wrong list' };
  expect((await acme.ask('liftSuppressionWithNote', { path: second, body })).status).toBe(204);
  expect(await list(fourth)).toEqual([]);
  expect(await stateFor('taken.over.one@new.example', 'lifted')).toBe('queued');
});

it('blocks marketing alone after a complaint', async () => {
  const { body } = await suppress({ email: 'marked@example.com', reason: 'complaint' });
  expect(body.data).toMatchObject({ reason: 'complaint', blocks: ['marketing'] });
  expect(await stateFor('marked@example.com', 'marked')).toBe('queued');
});

it('lets a key of one workspace block there alone', async () => {
  const { body: made } = await acme.ask('createKey', { body: { name: 'Shop', workspace: 'ref:shop' } });
  const headers = { authorization: `Bearer ${made.data.secret}` };
  const ask = (body: object) =>
    callOperation(inject('restService').url, 'suppressAddress', { path: { workspace: 'ref:shop' }, body, headers });
  expect((await ask({ email: 'own@example.com' })).status).toBe(200);
  const refused = await ask({ email: 'all@example.com', reach: 'platform' });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);
});

it('refuses what is no address, reach, reason or note', async () => {
  const { status, body } = await suppress({
    email: 'x',
    reach: 'world',
    reason: 'soft_bounces',
    note: 'x'.repeat(1_001),
  });
  expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['email', 'note', 'reach', 'reason']]);
  const half = await suppress({ email: 'x', reach: 'world', note: ' ' });
  expect(Object.keys(half.body.errors).toSorted()).toEqual(['email', 'note', 'reach']);
  const verb = await suppress({ email: 'x', note: ' ' });
  expect(Object.keys(verb.body.errors).toSorted()).toEqual(['email', 'note']);
  for (const bad of [{ email: 'x' }, { email: '' }]) {
    expect(Object.keys((await suppress(bad)).body.errors)).toEqual(['email']);
  }
  expect(Object.keys((await suppress({ email: 'a@example.com', note: ' ' })).body.errors)).toEqual(['note']);
});
