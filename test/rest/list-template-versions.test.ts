import { expect, it } from 'vitest';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, template } from './harness/samples.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const path = { name: 'order.shipped' };
await makeEventType(acme, path.name);
await makeEventType(acme, 'bare', { withTemplate: false });

refusesAsUsual('listTemplateVersions', acme, () => ({ path }));

it('lists every version, newest first, in pages', async () => {
  for (let version = 2; version <= 52; version++) {
    await acme.ask('saveTemplate', { path, body: { ...template, subject: `Version ${version}` } });
  }
  await acme.ask('restoreTemplateVersion', { path: { ...path, version: 1 } });
  const pages = await readPages(acme, 'listTemplateVersions', { path });
  expect(namesOf(pages, 'version')).toEqual(Array.from({ length: 53 }, (_, at) => 53 - at));
  expect(pages[0]?.data[0]).toEqual({
    id: expect.any(String),
    version: 53,
    restored_from: 1,
    created_at: expect.any(String),
  });
});

it('is empty before the first save, and not found without a type', async () => {
  expect((await acme.ask('listTemplateVersions', { path: { name: 'bare' } })).body.data).toEqual([]);
  expect((await acme.ask('listTemplateVersions', { path: { name: 'none' } })).status).toBe(404);
});

it('refuses a cursor that does not decode', async () => {
  const { status, body } = await acme.ask('listTemplateVersions', { path, query: { cursor: 'x' } });
  expect([status, Object.keys(body.errors)]).toEqual([422, ['cursor']]);
});
