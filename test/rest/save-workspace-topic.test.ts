import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await acme.ask('createTopic', { body: { key: 'news', name: 'News', description: 'Monthly' } });
const path = { workspace: acme.workspace, key: 'news' };
const save = (body: object, where: object = {}) =>
  acme.ask('saveWorkspaceTopic', { path: { ...path, ...where }, body });

refusesAsUsual('saveWorkspaceTopic', acme, () => ({ path, body: { name: 'Ours' } }));

it('puts all words in the place of the platform\u2019s, for this workspace alone', async () => {
  const translations = [{ locale: 'de', name: 'Brief', description: null }];
  const { status, body } = await save({ name: 'Ours', translations });
  expect([status, body.data]).toEqual([200, { key: 'news', name: 'Ours', description: null, translations, own: true }]);
  expect((await save({ name: 'Other' })).body.data.translations).toEqual([]);
  const workspace = await acme.newWorkspace('second');
  const { body: theirs } = await acme.ask('getWorkspaceTopic', { path: { workspace, key: 'news' } });
  expect(theirs.data).toMatchObject({ name: 'News', own: false });
});

it('refuses words that are none', async () => {
  expect((await save({ name: ' ', description: 'd'.repeat(501) })).body.errors).toMatchObject({
    name: [expect.any(String)],
    description: [expect.any(String)],
  });
});

it('finds no topic that the platform lacks, and no workspace of another platform', async () => {
  expect((await save({ name: 'x' }, { key: 'none' })).status).toBe(404);
  const other = await openPlatform();
  await other.ask('createTopic', { body: { key: 'news', name: 'News' } });
  expect((await other.ask('saveWorkspaceTopic', { path, body: { name: 'x' } })).status).toBe(404);
});
