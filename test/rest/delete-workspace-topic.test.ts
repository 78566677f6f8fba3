import { expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
await acme.ask('createTopic', { body: { key: 'news', name: 'News' } });
const path = { workspace: acme.workspace, key: 'news' };

refusesAsUsual('deleteWorkspaceTopic', acme, () => ({ path }));

it('gives the topic the platform\u2019s words again, however often', async () => {
  await acme.ask('saveWorkspaceTopic', { path, body: { name: 'Ours' } });
  for (let time = 1; time <= 2; time += 1) {
    expect((await acme.ask('deleteWorkspaceTopic', { path })).status).toBe(204);
    const { body } = await acme.ask('getWorkspaceTopic', { path });
    expect(body.data).toMatchObject({ name: 'News', own: false });
  }
});

it('finds nothing at a key that nobody defined', async () => {
  expect((await acme.ask('deleteWorkspaceTopic', { path: { ...path, key: 'none' } })).status).toBe(404);
});
