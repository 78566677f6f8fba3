import { expect, it } from 'vitest';
import { makePicture } from './harness/files.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const id = await makePicture(acme);

refusesAsUsual('getPicture', acme, () => ({ path: { id } }));

it('reads a picture with its address', async () => {
  const { status, body } = await acme.ask('getPicture', { path: { id } });
  expect([status, Object.keys(body), Object.keys(body.data)]).toEqual([
    200,
    ['data'],
    ['id', 'url', 'content_type', 'width', 'height', 'size', 'created_at'],
  ]);
  expect(body.data).toMatchObject({ id, content_type: 'image/png', width: 3, height: 1 });
});

it('finds nothing at an id that nobody has, or that is none', async () => {
  for (const none of [acme.workspace, 'ref:shop', '1']) {
    expect((await acme.ask('getPicture', { path: { id: none } })).status, none).toBe(404);
  }
});
