import { expect, it } from 'vitest';
import { spotted } from '../pictures/pictures.ts';
import { makePicture } from './harness/files.ts';
import { namesOf, readPages } from './harness/pages.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();

refusesAsUsual('listPictures', acme, () => ({}));

it('lists the pictures of the platform, newest first', async () => {
  const made: string[] = [];
  for (const n of [1, 2, 3]) made.push(await makePicture(acme, (await spotted(n)).toString('base64')));
  const { status, body } = await acme.ask('listPictures');
  expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, made.toReversed()]);
  const pages = await readPages(acme, 'listPictures', { query: { per_page: '2' } });
  expect(namesOf(pages, 'id')).toEqual(made.toReversed());
  const [newest] = body.data;
  const later = await acme.ask('listPictures', { query: { created_after: newest.created_at } });
  expect(later.body.data).toEqual([]);
});

it('shows nobody those of another platform', async () => {
  const other = await stranger();
  await makePicture(other);
  const mine = (await acme.ask('listPictures')).body.data.map(({ id }: { id: string }) => id);
  for (const { id } of (await other.ask('listPictures')).body.data) expect(mine).not.toContain(id);
});
