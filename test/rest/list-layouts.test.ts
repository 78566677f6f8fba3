import { expect, it } from 'vitest';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const footer = [{ id: 'f', type: 'text', attrs: { text: 'Bye' } }];

refusesAsUsual('listLayouts', acme, () => ({}));

it('lists the layouts of the platform by name, in pages and by time', async () => {
  expect((await acme.ask('listLayouts')).body.data).toEqual([]);
  const names = ['c', 'a-1', 'b', 'a'];
  for (const name of names) await acme.ask('saveLayout', { path: { name }, body: { footer } });
  const { body } = await acme.ask('listLayouts');
  expect(body.data).toMatchObject(names.toSorted().map((name) => ({ name, version: 1, footer, used_by: [] })));
  const pages = await readPages(acme, 'listLayouts', { query: { per_page: '3' } });
  expect(namesOf(pages, 'name')).toEqual(names.toSorted());
  const [first] = body.data;
  const before = await acme.ask('listLayouts', { query: { created_before: first.created_at } });
  expect(namesOf([before.body], 'name')).not.toContain(first.name);
  expect((await (await stranger()).ask('listLayouts')).body.data).toEqual([]);
});

it('leaves out those that are deleted', async () => {
  const other = await openPlatform('Other');
  for (const name of ['gone', 'here']) await other.ask('saveLayout', { path: { name }, body: { footer } });
  await other.ask('deleteLayout', { path: { name: 'gone' } });
  expect((await other.ask('listLayouts')).body.data).toMatchObject([{ name: 'here' }]);
});
