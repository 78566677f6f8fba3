import { expect, it } from 'vitest';
import { pictures } from '../pictures/pictures.ts';
import { querySql } from './harness/database.ts';
import { picture, showPicture } from './harness/files.ts';
import { openPlatform } from './harness/platform.ts';
import { refusesAsUsual } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const create = (body: object, platform = acme) => platform.ask('createPicture', { body });

refusesAsUsual('createPicture', acme, () => ({ body: { content: picture } }));

it('keeps a picture once, and gives it an address that shows it', async () => {
  const fresh = await openPlatform('Fresh');
  const { status, body } = await create({ content: picture }, fresh);
  expect([status, body]).toEqual([
    201,
    {
      data: {
        id: expect.stringMatching(/^[0-9A-Z]{26}$/),
        url: expect.stringMatching(/^https?:\/\/[^/]+\/pictures\/[0-9a-f]{64}\.png$/),
        content_type: 'image/png',
        width: 3,
        height: 1,
        size: expect.any(Number),
        created_at: expect.any(String),
      },
    },
  ]);
  const again = await create({ content: picture }, fresh);
  expect([again.status, again.body]).toEqual([200, body]);
  const shown = await showPicture(body.data.url);
  expect([shown.status, shown.headers.get('content-type'), (await shown.arrayBuffer()).byteLength]).toEqual([
    200,
    'image/png',
    body.data.size,
  ]);
});

it('refuses what is no picture under its path', async () => {
  const cases: readonly (readonly [object, string, RegExp])[] = [
    [{}, 'content', /required/],
    [{ content: '***' }, 'content', /base64/],
    [{ content: `data:image/png;base64,${picture}` }, 'content', /without the part of a data: URL/],
    [{ content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') }, 'content', /no SVG/],
    [{ content: Buffer.alloc(1_000_001).toString('base64') }, 'content', /at most 1000000 bytes/],
    [{ content: Buffer.concat([pictures.png, Buffer.from('PK')]).toString('base64') }, 'content', /must end where/],
    [{ content: picture, filename: 'a.png' }, 'filename', /not a known field/],
  ];
  for (const [body, path, message] of cases) {
    const { status, body: refused } = await create(body);
    expect([status, refused.errors?.[path]?.[0]], JSON.stringify(body).slice(0, 99)).toEqual([
      422,
      expect.stringMatching(message),
    ]);
  }
});

it('refuses more pictures than a platform may have', async () => {
  const full = await openPlatform('Full');
  await querySql(
    `INSERT INTO pictures (platform_id, id, address, media_type, width, height, bytes, created_at)
     SELECT $1, lpad(n::text, 26, '0'), sha256(convert_to($1 || n, 'UTF8')), 'image/png', 1, 1, 1, now()
     FROM generate_series(1, 500) n`,
    [full.id],
  );
  const { status, body } = await create({ content: picture }, full);
  expect([status, body.code]).toEqual([409, 'picture_ceiling_reached']);
});
