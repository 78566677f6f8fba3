/** The sweep of the store: what it removes, what it leaves, and what it moves there (docs/rules.md#picture-store). */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
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
/** As if the hour after each upload had passed; the clock stays the store's. */
const hourPasses = () =>
  world.app.db.pool.query(`UPDATE picture_removals SET due_at = due_at - interval '1 hour 1 second'`);
const isThere = async (name: string) => (await world.bucket.read(name, 1_000_000)) !== null;

/** Until a statement waits for a row that another holds. */
const waitForLock = () =>
  vi.waitFor(async () => {
    const { rows } = await world.app.db.pool.query(
      `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    expect(rows).toHaveLength(1);
  });

describe('a removal', () => {
  test('leaves the object of a picture, and takes that of a deleted one', async () => {
    const id = await world.upload();
    const name = await world.objectOf(id);
    await hourPasses();
    await sweep();
    expect([await isThere(name), await world.kept()]).toEqual([true, { contents: 0, removals: 0 }]);
    await deletePicture(world.ctx, id);
    await sweep();
    expect([await isThere(name), await world.kept()]).toEqual([false, { contents: 0, removals: 0 }]);
  });

  test('of a picture that was just uploaded waits for the end of its hour', async () => {
    const id = await world.upload();
    const name = await world.objectOf(id);
    await deletePicture(world.ctx, id);
    await sweep();
    expect(await isThere(name)).toBe(true);
    await hourPasses();
    await sweep();
    expect(await isThere(name)).toBe(false);
  });

  test('takes the bytes of an upload that never came to its row', async () => {
    const { platformId } = world.ctx;
    const address = Buffer.alloc(32, 7);
    const name = `pictures/${address.toString('hex')}`;
    await noteRemoval(world.app.db.pool, { platformId, address }, new Date(world.now().getTime() + 3_600_000));
    await world.bucket.put(name, new Uint8Array(9), 'image/png');
    await sweep();
    expect(await isThere(name)).toBe(true);
    await hourPasses();
    await sweep();
    expect([await isThere(name), (await world.kept()).removals]).toEqual([false, 0]);
  });

  test('is over before the same picture is written again, which stays', async () => {
    const id = await world.upload();
    const name = await world.objectOf(id);
    await deletePicture(world.ctx, id);
    await hourPasses();
    const again = await world.app.db.transaction(async (client) => {
      // As the sweep holds it.
      await client.query('SELECT FROM picture_removals FOR UPDATE');
      const upload = world.upload();
      await waitForLock();
      await world.bucket.remove(name);
      await client.query('DELETE FROM picture_removals');
      return { upload };
    });
    const same = await again.upload;
    await sweep();
    expect(await world.objectOf(same)).toBe(name);
    expect(await isThere(name)).toBe(true);
  });

  test('of many goes on with the next run', async () => {
    const { platformId } = world.ctx;
    for (let n = 0; n < 25; n += 1) {
      await noteRemoval(world.app.db.pool, { platformId, address: Buffer.alloc(32, n) }, world.now());
    }
    await sweep();
    expect((await world.kept()).removals).toBe(5);
    await sweep();
    expect((await world.kept()).removals).toBe(0);
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
    expect(await isThere(await world.objectOf(ids[0] ?? ''))).toBe(true);
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
  await hourPasses();
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
  await broken.app.db.pool.query(`UPDATE picture_removals SET due_at = due_at - interval '2 hours'`);
  await broken.server.close();
  await sweepPictureStore(broken.app);
  const rests = broken.app.parts.pictureStore?.sweep.restsUntil ?? 0;
  expect(rests - broken.app.clock.monotonic()).toBeGreaterThan(50_000);
  expect(await broken.kept()).toEqual({ contents: 1, removals: 1 });
  // No request is made: one would move the rest.
  await sweepPictureStore(broken.app);
  expect(broken.app.parts.pictureStore?.sweep.restsUntil).toBe(rests);
  broken.advance(61_000);
  await sweepPictureStore(broken.app);
  expect(broken.app.parts.pictureStore?.sweep.restsUntil).toBeGreaterThan(rests);
  await broken.close();
});
