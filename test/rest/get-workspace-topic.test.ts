import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await acme.ask('createTopic', { body: { key: 'news', name: 'News', description: 'Monthly' } });
const path = { workspace: acme.workspace, key: 'news' };

refusesAsUsual('getWorkspaceTopic', acme, () => ({ path }));

it('reads the words of the platform, and the workspace\u2019s own once it has some', async () => {
  const read = async () => (await acme.ask('getWorkspaceTopic', { path })).body.data;
  expect(await read()).toEqual({ key: 'news', name: 'News', description: 'Monthly', translations: [], own: false });
  await acme.ask('saveWorkspaceTopic', { path, body: { name: 'Ours' } });
  expect(await read()).toEqual({ key: 'news', name: 'Ours', description: null, translations: [], own: true });
});

it('finds nothing at a key that nobody defined', async () => {
  expect((await acme.ask('getWorkspaceTopic', { path: { ...path, key: 'none' } })).status).toBe(404);
});
