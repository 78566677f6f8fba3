/** Pictures that a platform keeps, and their addresses (docs/rules.md#pictures, docs/rules.md#address-of-a-picture). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { createApp } from '../../src/create-app.ts';
import { createRequestListener } from '../../src/http/server.ts';
import { createPicture } from '../../src/pictures/create-picture.ts';
import { deletePicture } from '../../src/pictures/delete-picture.ts';
import { findPicture } from '../../src/pictures/find-picture.ts';
import { countPictures, listPictures } from '../../src/pictures/list-pictures.ts';
import { pictureUrl } from '../../src/pictures/picture-address.ts';
import { findInDatabase } from '../people/find-in-database.ts';
import { type LocalServer, serveLocally } from '../support/serve-locally.ts';
import { statementsOf } from '../support/statements.ts';
import { createWorld, type World } from '../support/world.ts';
import { noisy, pictures, spotted } from './pictures.ts';

let world: World;
let ours: Ctx;
let theirs: Ctx;
let server: LocalServer;
beforeAll(async () => {
  world = await createWorld();
  ours = (await world.tenant()).ctx;
  theirs = (await world.tenant()).ctx;
  server = await serveLocally(await createRequestListener(world.app));
});
afterAll(async () => {
  await server.close();
  await world.app.parts.pictureRewriter.close();
  await world.close();
});
beforeEach(() => world.app.db.pool.query('TRUNCATE pictures, picture_contents'));

const upload = (content: Buffer = pictures.png, ctx: Ctx = ours) =>
  createPicture(ctx, { content: content.toString('base64') });

async function show(ctx: Ctx, id: string, init: RequestInit = {}, origin = server.origin) {
  const url = pictureUrl({ publicUrl: origin }, await findPicture(ctx, id));
  return fetch(url, init);
}

const window = { limit: 10, inverted: false };

describe('a picture', () => {
  test('is kept once for a platform, and has another address with each platform', async () => {
    const first = await upload();
    expect(first.created).toBe(true);
    expect(await upload()).toEqual({ id: first.id, created: false });
    const other = await upload(pictures.png, theirs);
    expect(other.created).toBe(true);
    const [mine, foreign] = [await findPicture(ours, first.id), await findPicture(theirs, other.id)];
    expect(Buffer.from(mine.address).equals(Buffer.from(foreign.address))).toBe(false);
  });

  test('is one of its platform alone, for reads, lists and deletions', async () => {
    const { id } = await upload(pictures.png, theirs);
    await expect(findPicture(ours, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(deletePicture(ours, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(deletePicture(ours, 'nonsense')).rejects.toMatchObject({ code: 'not_found' });
    expect([await listPictures(ours, {}, window), await countPictures(ours, {}, 10)]).toEqual([[], 0]);
    expect((await show(theirs, id)).status).toBe(200);
  });

  test('goes with a deletion of its own, and not with that of another platform', async () => {
    const mine = await upload();
    const foreign = await upload(pictures.png, theirs);
    const url = pictureUrl({ publicUrl: server.origin }, await findPicture(ours, mine.id));
    expect((await fetch(url)).status).toBe(200);
    await deletePicture(ours, mine.id);
    expect((await fetch(url)).status).toBe(404);
    expect((await show(theirs, foreign.id)).status).toBe(200);
    const { rows } = await world.app.db.pool.query('SELECT count(*)::int AS kept FROM picture_contents');
    expect(rows[0].kept).toBe(1);
  });

  test('is the same for uploads at once', async () => {
    const uploads = await Promise.all(Array.from({ length: 5 }, () => upload()));
    expect(new Set(uploads.map(({ id }) => id)).size).toBe(1);
    expect(uploads.filter(({ created }) => created)).toHaveLength(1);
  });

  test('is one of at most 500, and of 100,000,000 bytes together', async () => {
    const { id } = await upload();
    await world.app.db.pool.query('UPDATE pictures SET bytes = 99999990 WHERE id = $1', [id]);
    await expect(upload(await spotted(1))).rejects.toMatchObject({ code: 'picture_ceiling_reached' });
    // The same again takes no room, and others have their own.
    expect((await upload()).created).toBe(false);
    await upload(await spotted(1), theirs);
    await world.app.db.pool.query(`UPDATE pictures SET bytes = 1 WHERE id = $1`, [id]);
    await world.app.db.pool.query(
      `INSERT INTO pictures (platform_id, id, address, media_type, width, height, bytes, created_at)
       SELECT $1, lpad(n::text, 26, '0'), decode(lpad(n::text, 64, '0'), 'hex'), 'image/png', 1, 1, 1, now()
       FROM generate_series(1, 499) n`,
      [ours.platformId],
    );
    await expect(upload(await spotted(2))).rejects.toMatchObject({ code: 'picture_ceiling_reached' });
  });

  test('keeps nothing that names the person who made it', async () => {
    const bytes = await noisy(40, 40)
      .withExif({ IFD0: { Artist: 'ada.lovelace@example.com' } })
      .jpeg()
      .toBuffer();
    expect(bytes.includes('ada.lovelace@example.com')).toBe(true);
    await upload(bytes);
    expect(await findInDatabase(world.app.db.pool, ['ada.lovelace@example.com'])).toEqual([]);
  });
});

describe('an address', () => {
  test('shows the picture to anybody, for a year, and as nothing but a picture', async () => {
    const { id } = await upload(pictures.webp);
    const response = await show(ours, id);
    const headers = Object.fromEntries(response.headers);
    expect(response.status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': 'inline',
    });
    const body = Buffer.from(await response.arrayBuffer());
    expect([body.length, body.subarray(0, 4).toString()]).toEqual([Number(headers['content-length']), 'RIFF']);
    const again = await show(ours, id, { headers: { 'if-none-match': headers.etag ?? '' } });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const head = await show(ours, id, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, headers['content-length']]);
    const post = await show(ours, id, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('of nothing is 404, and no copy of that is kept', async () => {
    for (const name of [
      '',
      'a.png',
      `${'0'.repeat(64)}.png`,
      `${'0'.repeat(63)}.png`,
      `${'0'.repeat(64)}.png.exe`,
      '..%2f..%2fv1',
    ]) {
      const response = await fetch(`${server.origin}/pictures/${name}`);
      expect([response.status, response.headers.get('content-type')?.startsWith('image/') ?? false], name).toEqual([
        404,
        false,
      ]);
    }
  });

  test('is read once for all who ask at once, and then from memory for a minute', async () => {
    const { id } = await upload(pictures.gif);
    const reads = async () =>
      (
        await statementsOf(async () => void (await Promise.all(Array.from({ length: 20 }, () => show(ours, id)))))
      ).filter((text) => text.includes('picture_contents')).length;
    expect(await reads()).toBe(1);
    expect(await reads()).toBe(0);
    world.advance(61_000);
    expect(await reads()).toBe(1);
  });

  test('that another process deleted is gone after a minute', async () => {
    const { id } = await upload();
    const url = pictureUrl({ publicUrl: server.origin }, await findPicture(ours, id));
    expect((await fetch(url)).status).toBe(200);
    const elsewhere = createApp(world.app);
    await deletePicture({ ...ours, app: elsewhere }, id);
    expect((await fetch(url)).status).toBe(200);
    world.advance(61_000);
    expect((await fetch(url)).status).toBe(404);
  });
});
