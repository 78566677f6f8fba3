import { beforeAll, expect, inject, it } from 'vitest';
import { emitTo } from './harness/messages.ts';
import { namesOf, readPages } from './harness/pages.ts';
import { callOperation, openPlatform, operate } from './harness/platform.ts';
import { makeEventType } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
let first = '';
let second = '';

beforeAll(async () => {
  await makeEventType(acme, 'order.shipped');
  const other = await acme.newWorkspace('second');
  first = await emitTo(acme, 'delivered', { workspace: acme.workspace, eventType: 'order.shipped', label: 'one' });
  second = await emitTo(acme, 'delivered', { workspace: other, eventType: 'order.shipped', label: 'two' });
});

refusesAsUsual('listPlatformMessages', acme, () => ({}));

it('lists those of all workspaces, and says whose each is', async () => {
  const { status, body } = await acme.ask('listPlatformMessages', { query: { type: 'order.shipped' } });
  expect(status).toBe(200);
  const shown = body.data.map(({ id, workspace }: { id: string; workspace: { reference: string } }) => [
    id,
    workspace.reference,
  ]);
  expect(shown).toEqual([
    [second, 'second'],
    [first, 'shop'],
  ]);
  const pages = await readPages(acme, 'listPlatformMessages', { query: { per_page: '1', key: 'delivered-one' } });
  expect(namesOf(pages, 'id')).toEqual([first]);
});

it('shows a key of one workspace that one, and nobody another platform', async () => {
  const create = `mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { apiKey { secret } } }`;
  const made = await operate(create, { input: { platformId: acme.id, name: 'Shop', workspace: 'ref:shop' } });
  const authorization = `Bearer ${made.apiKeyCreate.apiKey.secret}`;
  const { body } = await callOperation(inject('restService').url, 'listPlatformMessages', {
    headers: { authorization },
  });
  expect(body.data.map(({ id }: { id: string }) => id)).toEqual([first]);
  expect((await (await openPlatform('Other')).ask('listPlatformMessages')).body.data).toEqual([]);
});
