import { expect, it } from 'vitest';
import { makeFile } from './harness/files.ts';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('listFiles', acme, () => ({}));

it('lists the files of the platform, newest first', async () => {
  const made = [await makeFile(acme, 'a.pdf'), await makeFile(acme, 'b.pdf'), await makeFile(acme, 'c.pdf')];
  const { status, body } = await acme.ask('listFiles');
  expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, made.toReversed()]);
  const pages = await readPages(acme, 'listFiles', { query: { per_page: '2' } });
  expect(namesOf(pages, 'id')).toEqual(made.toReversed());
  const [newest] = body.data;
  const later = await acme.ask('listFiles', { query: { created_after: newest.created_at } });
  expect(later.body.data).toEqual([]);
});

it('shows nobody those of another platform', async () => {
  const other = await stranger();
  await makeFile(other);
  const mine = (await acme.ask('listFiles')).body.data.map(({ id }: { id: string }) => id);
  for (const { id } of (await other.ask('listFiles')).body.data) expect(mine).not.toContain(id);
});
