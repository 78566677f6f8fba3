import { expect, it } from 'vitest';
import { makePicture, showPicture } from './harness/files.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const stays = await makePicture(acme);

refusesAsUsual('deletePicture', acme, () => ({ path: { id: stays } }));

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
