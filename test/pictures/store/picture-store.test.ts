/** Pictures whose bytes are in a store (docs/rules.md#picture-store). */
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../src/context.ts';
import { createLog } from '../../../src/ground/log/log.ts';
import { createRequestListener } from '../../../src/http/server.ts';
import { createMetrics } from '../../../src/metrics/create-metrics.ts';
import { createPicture } from '../../../src/pictures/create-picture.ts';
import { deletePicture } from '../../../src/pictures/delete-picture.ts';
import { findPicture } from '../../../src/pictures/find-picture.ts';
import { pictureUrl } from '../../../src/pictures/picture-address.ts';
import { createPictureStore } from '../../../src/pictures/store/picture-store.ts';
import { readScrape } from '../../support/scraped.ts';
import { serveLocally } from '../../support/serve-locally.ts';
import { pictures, spotted } from '../pictures.ts';
import { createStoreWorld, type StoreWorld } from './store-world.ts';

let world: StoreWorld;
beforeAll(async () => {
  world = await createStoreWorld();
});
afterAll(() => world.close());
beforeEach(() => world.app.db.pool.query('TRUNCATE pictures, picture_contents, picture_removals'));

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** What anybody gets from a process that has not shown the picture yet. */
async function show(id: string, { app }: Ctx = world.elsewhere()): Promise<{ status: number; body: Buffer }> {
  const server = await serveLocally(await createRequestListener(app));
  closers.push(server.close);
  const response = await fetch(pictureUrl({ publicUrl: server.origin }, await findPicture(world.ctx, id)));
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
}

describe('with a store', () => {
  test('the bytes of an upload are there, the database has none, and every process shows them', async () => {
    const id = await world.upload();
    expect((await world.kept()).contents).toBe(0);
    const stored = await world.bucket.read(await world.objectOf(id), 10_000);
    const shown = await show(id);
    expect(shown.status).toBe(200);
    expect(stored?.equals(shown.body)).toBe(true);
  });

  test('the same upload is the same picture, and one whose bytes the database has stays', async () => {
    const before = await world.upload(world.withoutStore());
    expect(await world.upload()).toBe(before);
    expect((await world.kept()).contents).toBe(1);
    const id = await world.upload(world.ctx, pictures.gif);
    expect(await world.upload(world.ctx, pictures.gif)).toBe(id);
    expect([(await show(before)).status, (await show(id)).status]).toEqual([200, 200]);
  });

  test('an upload of a picture whose object is lost brings it back', async () => {
    const id = await world.upload();
    await world.bucket.remove(await world.objectOf(id));
    expect((await show(id)).status).toBe(404);
    expect(await world.upload()).toBe(id);
    expect((await show(id)).status).toBe(200);
  });

  test('other bytes in the place of a picture are shown to nobody, nor is a picture that is gone', async () => {
    const id = await world.upload();
    const name = await world.objectOf(id);
    await world.bucket.put(name, new Uint8Array(await spotted(1)), 'image/png');
    expect((await show(id)).status).toBe(404);
    await world.bucket.remove(name);
    expect((await show(id)).status).toBe(404);
  });

  test('bytes that are more than a picture has are not read to their end', async () => {
    const id = await world.upload();
    await world.bucket.put(await world.objectOf(id), new Uint8Array(1_000_001), 'image/png');
    expect((await show(id)).status).toBe(503);
  });

  test('an upload that the store takes and does not give back is unavailable, and has no row', async () => {
    const server = await serveLocally((request, response) => {
      request.resume();
      response.end();
    });
    closers.push(server.close);
    await expect(world.upload(world.withStoreAt(`${server.origin}/shelf`))).rejects.toMatchObject({
      code: 'unavailable',
    });
    const { rows } = await world.app.db.pool.query('SELECT count(*)::int AS pictures FROM pictures');
    expect(rows[0].pictures).toBe(0);
  });

  test('a platform at its ceiling has no more rows, and its store is not asked', async () => {
    let asked = 0;
    const server = await serveLocally((_request, response) => {
      asked += 1;
      response.end();
    });
    closers.push(server.close);
    const id = await world.upload();
    await world.app.db.pool.query('UPDATE pictures SET bytes = 99999990 WHERE id = $1', [id]);
    await expect(world.upload(world.withStoreAt(`${server.origin}/shelf`), await spotted(2))).rejects.toMatchObject({
      code: 'picture_ceiling_reached',
    });
    expect([asked, (await world.kept()).removals]).toEqual([0, 0]);
  });

  test('a deleted picture is shown no more, and its object is noted', async () => {
    const id = await world.upload();
    const url = pictureUrl({ publicUrl: 'x' }, await findPicture(world.ctx, id));
    await deletePicture(world.ctx, id);
    expect(await world.app.parts.pictures.read(Buffer.from(/[0-9a-f]{64}/.exec(url)?.[0] ?? '', 'hex'))).toBeNull();
    expect((await world.kept()).removals).toBe(1);
  });

  test('a picture that a process without the store deletes has its object noted too', async () => {
    const id = await world.upload();
    await deletePicture(world.withoutStore(), id);
    expect((await world.kept()).removals).toBe(1);
    const inDatabase = await world.upload(world.withoutStore(), pictures.gif);
    await deletePicture(world.ctx, inDatabase);
    expect(await world.kept()).toEqual({ contents: 0, removals: 1 });
  });

  test('an upload whose object was removed before its row was written is unavailable', async () => {
    let sent = Buffer.alloc(0);
    const server = await serveLocally(async (request, response) => {
      if (request.method === 'PUT') {
        sent = await buffer(request);
        // As the sweep does, an hour after the note.
        await world.app.db.pool.query('DELETE FROM picture_removals');
        return void response.end();
      }
      response.end(sent);
    });
    closers.push(server.close);
    await expect(world.upload(world.withStoreAt(`${server.origin}/shelf`))).rejects.toMatchObject({
      code: 'unavailable',
    });
    const { rows } = await world.app.db.pool.query('SELECT count(*)::int AS pictures FROM pictures');
    expect(rows[0].pictures).toBe(0);
  });
});

test('a process to which no store is configured says so instead of showing nothing', async () => {
  const id = await world.upload();
  expect((await show(id, world.withoutStore())).status).toBe(503);
});

test('while the store is away, uploads and pictures are unavailable, nothing is written, and the log has a line each way', async () => {
  const broken = await createStoreWorld();
  closers.push(broken.close);
  const id = await broken.upload();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  const wrong = { ...broken.app.config.pictureStore, secretKey: 'a secret of nobody' } as const;
  const config = { ...broken.app.config, pictureStore: wrong as typeof broken.app.config.pictureStore };
  const refused = createPictureStore({ ...broken.app, config, log });
  const picture = await findPicture(broken.ctx, id);
  const kept = { ...picture, object: await broken.objectOf(id) };
  for (let n = 0; n < 3; n += 1) await expect(refused?.read(kept)).rejects.toMatchObject({ code: 'unavailable' });
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ fault: 'the store of pictures answered 403 SignatureDoesNotMatch' }),
  ]);
  expect(lines.join()).not.toMatch(/127\.0\.0\.1|a secret|shelf|S3RVER/);

  await broken.server.close();
  const content = (await spotted(3)).toString('base64');
  await expect(createPicture(broken.ctx, { content })).rejects.toMatchObject({ code: 'unavailable' });
  await expect(broken.elsewhere().app.parts.pictures.read(Buffer.from(picture.address))).rejects.toMatchObject({
    code: 'unavailable',
  });
  const { rows } = await broken.app.db.pool.query('SELECT count(*)::int AS pictures FROM pictures');
  expect(rows[0].pictures).toBe(1);
});

test('the log says when the store answers again, and what a start finds', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line).msg) });
  const place = { ...world.app.config.pictureStore, secretKey: 'of nobody' };
  const config = { ...world.app.config, pictureStore: place as typeof world.app.config.pictureStore };
  const store = createPictureStore({ ...world.app, config, log });
  await store?.check();
  await store?.check();
  // As if the store had the right key again.
  place.secretKey = 'S3RVER';
  await store?.check();
  expect(lines).toEqual([
    'a picture could not be read from its store; those in memory are shown',
    'pictures are read from their store again',
  ]);
});

test('metrics tell what the store does for a process, and nothing where there is none', async () => {
  const up = async ({ app }: Ctx) => {
    const told = readScrape(await createMetrics({ app, queries: null, process: 1 }).text());
    return ['read', 'write', 'remove'].map((request) => told.value('tidings_picture_store_up', { request }));
  };
  // Nobody listens there.
  const alone = world.withStoreAt('http://127.0.0.1:9/shelf');
  expect(await up(alone)).toEqual([1, 1, 1]);
  await alone.app.parts.pictureStore?.check();
  expect(await up(alone)).toEqual([0, 1, 1]);
  expect(await up(world.withoutStore())).toEqual([null, null, null]);
});
