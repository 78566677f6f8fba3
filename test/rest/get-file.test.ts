import { expect, it } from 'vitest';
import { makeFile } from './harness/files.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const id = await makeFile(acme);

refusesAsUsual('getFile', acme, () => ({ path: { id } }));

it('reads a file, and never its content', async () => {
  const { status, body } = await acme.ask('getFile', { path: { id } });
  expect([status, Object.keys(body), Object.keys(body.data)]).toEqual([
    200,
    ['data'],
    ['id', 'filename', 'content_type', 'size', 'sha256', 'created_at', 'expires_at'],
  ]);
  expect(body.data).toMatchObject({ id, filename: 'terms.pdf', content_type: 'application/pdf' });
});

it('finds nothing at an id that nobody has, or that is none', async () => {
  for (const none of [acme.workspace, 'ref:shop', '1']) {
    expect((await acme.ask('getFile', { path: { id: none } })).status, none).toBe(404);
  }
});
