/** The sweep of the store: what it removes, what it leaves, and what it moves there (docs/rules.md#picture-store). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkSecretKey } from '../../../src/deployment/check-secret-key.ts';
import { deletePicture } from '../../../src/pictures/delete-picture.ts';
import { findPicture } from '../../../src/pictures/find-picture.ts';
import { noteRemoval } from '../../../src/pictures/store/note-removal.ts';
import { sweepPictureStore } from '../../../src/pictures/store/sweep-picture-store.ts';
import { serveLocally } from '../../support/serve-locally.ts';
import { pictures, spotted } from '../pictures.ts';
import { createStoreWorld, type StoreWorld } from './store-world.ts';

let world: StoreWorld;
beforeAll(async () => {
  world = await createStoreWorld();
});
afterAll(() => world.close());
beforeEach(() => world.app.db.pool.query('TRUNCATE pictures, picture_contents, picture_removals'));

const sweep = () => sweepPictureStore(world.app);
/** As if the hour after each note had passed; the clock stays the store's. */
const hourPasses = () =>
  world.app.db.pool.query(
    `UPDATE picture_removals SET due_at = due_at - interval '61 minutes', next_at = next_at - interval '61 minutes'`,
  );
const isThere = async (name: string) => (await world.bucket.read(name, 1_000_000)) !== null;

describe('a removal', () => {
  test('takes the object of a deleted picture, and leaves that of another', async () => {
    const [id, other] = [await world.upload(), await world.upload(world.ctx, pictures.gif)];
    const [name, kept] = [await world.objectOf(id), await world.objectOf(other)];
    expect((await world.kept()).removals).toBe(0);
    await deletePicture(world.ctx, id);
    await sweep();
    expect([await isThere(name), await isThere(kept), await world.kept()]).toEqual([
      false,
      true,
      { contents: 0, removals: 0 },
    ]);
  });

  test('leaves an object that a picture names, whoever noted it', async () => {
    const name = await world.objectOf(await world.upload());
    await noteRemoval(world.app.db.pool, { platformId: world.ctx.platformId, object: name }, world.now());
    await sweep();
    expect([await isThere(name), (await world.kept()).removals]).toEqual([true, 0]);
  });

  test('takes the bytes of an upload that never came to its row', async () => {
    const { platformId } = world.ctx;
    const object = 'pictures/of-no-row';
    await noteRemoval(world.app.db.pool, { platformId, object }, new Date(world.now().getTime() + 3_600_000));
    await world.bucket.put(object, new Uint8Array(9), 'image/png');
    await sweep();
    expect(await isThere(object)).toBe(true);
    await hourPasses();
    await sweep();
    expect([await isThere(object), (await world.kept()).removals]).toEqual([false, 0]);
  });

  test('of an object that was replaced takes nothing that is shown, however late the store carries it out', async () => {
    const id = await world.upload();
    const before = await world.objectOf(id);
    expect(await world.upload()).toBe(id);
    const present = await world.objectOf(id);
    expect(present).not.toBe(before);
    // Those who read the row before the upload still find it.
    await sweep();
    expect(await isThere(before)).toBe(true);
    await hourPasses();
    await sweep();
    expect([await isThere(before), await isThere(present)]).toEqual([false, true]);
    // A picture that was deleted and is uploaded again.
    await deletePicture(world.ctx, id);
    const anew = await world.objectOf(await world.upload());
    await sweep();
    await world.bucket.remove(present);
    expect([await isThere(present), await isThere(anew)]).toEqual([false, true]);
  });

  test('of many goes on with the next run', async () => {
    const { platformId } = world.ctx;
    for (let n = 0; n < 25; n += 1) {
      await noteRemoval(world.app.db.pool, { platformId, object: `pictures/${n}` }, world.now());
    }
    await sweep();
    // A slow machine has fewer in the time of a run.
    expect((await world.kept()).removals).toBeGreaterThanOrEqual(5);
    expect((await world.kept()).removals).toBeLessThan(25);
    while ((await world.kept()).removals > 0) await sweep();
  });
});

describe('pictures of before', () => {
  test('are moved to the store, and shown from there', async () => {
    const before = world.withoutStore();
    const ids = [await world.upload(before), await world.upload(before, pictures.webp)];
    expect(await world.kept()).toEqual({ contents: 2, removals: 0 });
    await sweep();
    expect((await world.kept()).contents).toBe(0);
    for (const id of ids) {
      const picture = await findPicture(world.ctx, id);
      const shown = await world.elsewhere().app.parts.pictures.read(Buffer.from(picture.address));
      expect(shown?.content.length).toBe(picture.bytes);
    }
    await hourPasses();
    await sweep();
    expect([await isThere(await world.objectOf(ids[0] ?? '')), (await world.kept()).removals]).toEqual([true, 0]);
  });

  test('stay in the database while a server says that it took them and does not give them back', async () => {
    let asked = 0;
    const { origin, close } = await serveLocally((request, response) => {
      asked += 1;
      request.resume();
      response.end();
    });
    const { app } = world.withStoreAt(`${origin}/shelf`);
    const id = await world.upload(world.withoutStore());
    await sweepPictureStore(app);
    await close();
    expect([asked, (await world.kept()).contents]).toEqual([2, 1]);
    // Nothing is lost: the store moves them.
    await sweep();
    expect([await isThere(await world.objectOf(id)), (await world.kept()).contents]).toEqual([true, 0]);
  });

  test('stay where they are without a store', async () => {
    await world.upload(world.withoutStore());
    await sweepPictureStore(world.withoutStore().app);
    expect((await world.kept()).contents).toBe(1);
  });
});

test('nothing is removed or moved while a restored database is held', async () => {
  const id = await world.upload();
  const name = await world.objectOf(id);
  await deletePicture(world.ctx, id);
  await world.upload(world.withoutStore(), await spotted(4));
  const { db, secrets, config } = world.app;
  const { pool } = db;
  // As a start does, which enters the database's place.
  await checkSecretKey(db, secrets, config);
  await pool.query('UPDATE deployment SET held_before = now(), held_at = now()');
  await world.app.parts.restoreWatch.look();
  await sweep();
  expect([await isThere(name), await world.kept()]).toEqual([true, { contents: 1, removals: 1 }]);
  await pool.query('UPDATE deployment SET held_before = NULL, held_at = NULL');
  await world.app.parts.restoreWatch.look();
  await sweep();
  expect([await isThere(name), (await world.kept()).contents]).toEqual([false, 0]);
});

test('a store that fails is left alone for a minute, and nothing is lost', async () => {
  const broken = await createStoreWorld();
  const id = await broken.upload();
  await broken.upload(broken.withoutStore(), await spotted(1));
  await deletePicture(broken.ctx, id);
  await broken.server.close();
  await sweepPictureStore(broken.app);
  const rests = broken.app.parts.pictureStore?.sweep.restsUntil ?? 0;
  expect(rests - broken.app.clock.monotonic()).toBeGreaterThan(50_000);
  // The object of the picture, and what the move may have written.
  expect(await broken.kept()).toEqual({ contents: 1, removals: 2 });
  // No request is made: one would move the rest.
  await sweepPictureStore(broken.app);
  expect(broken.app.parts.pictureStore?.sweep.restsUntil).toBe(rests);
  broken.advance(61_000);
  await sweepPictureStore(broken.app);
  expect(broken.app.parts.pictureStore?.sweep.restsUntil).toBeGreaterThan(rests);
  await broken.close();
});
