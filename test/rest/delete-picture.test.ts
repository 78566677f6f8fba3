import { expect, it } from 'vitest';
import { makePicture, showPicture } from './harness/files.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const stays = await makePicture(acme);

refusesAsUsual('deletePicture', acme, () => ({ path: { id: stays } }));

it('is refused while the brand or a layout shows it', async () => {
  const other = await openPlatform('Showing');
  const id = await makePicture(other);
  const { url } = (await other.ask('getPicture', { path: { id } })).body.data;
  const remove = () => other.ask('deletePicture', { path: { id } });
  await other.ask('saveBrand', { body: { name: 'Showing', dark_logo_url: url } });
  expect((await remove()).body).toMatchObject({ code: 'picture_in_use', message: expect.stringMatching(/^The brand/) });
  await other.ask('saveBrand', { body: { name: 'Showing' } });
  const header = [{ id: 'h', type: 'image', attrs: { src: url } }];
  await other.ask('saveLayout', { path: { name: 'default' }, body: { header } });
  const refused = await remove();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The layout default shows the picture. Save the layout without it.',
  ]);
  expect((await showPicture(url)).status).toBe(200);
  await other.ask('deleteLayout', { path: { name: 'default' } });
  expect((await remove()).status).toBe(204);
});

it('deletes a picture once, and its address shows nothing any more', async () => {
  const other = await openPlatform('Other');
  const id = await makePicture(other);
  const { body } = await other.ask('getPicture', { path: { id } });
  expect((await showPicture(body.data.url)).status).toBe(200);
  expect((await other.ask('deletePicture', { path: { id } })).status).toBe(204);
  expect((await showPicture(body.data.url)).status).toBe(404);
  expect((await other.ask('getPicture', { path: { id } })).status).toBe(404);
  expect((await other.ask('deletePicture', { path: { id } })).status).toBe(404);
});
