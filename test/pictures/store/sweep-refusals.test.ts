/** The sweep and a store that refuses one object, is slow, or is silent (docs/rules.md#removals-from-the-picture-store). */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { App } from '../../../src/context.ts';
import { noteRemoval } from '../../../src/pictures/store/note-removal.ts';
import { sweepPictureStore } from '../../../src/pictures/store/sweep-picture-store.ts';
import { serveLocally } from '../../support/serve-locally.ts';
import { spotted } from '../pictures.ts';
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

/** A process whose store answers so. */
async function against(listener: RequestListener): Promise<App> {
  const { origin, close } = await serveLocally(listener);
  closers.push(close);
  return world.withStoreAt(`${origin}/shelf`).app;
}

const note = (object: string, minutesAgo: number) =>
  noteRemoval(
    world.app.db.pool,
    { platformId: world.ctx.platformId, object },
    new Date(world.now().getTime() - minutesAgo * 60_000),
  );

function refuse(response: ServerResponse): void {
  response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
}

test('an object that the store refuses to remove holds up no other, and is tried again an hour later', async () => {
  const asked: string[] = [];
  const app = await against(({ url = '' }, response) => {
    asked.push(url.slice('/shelf/pictures/'.length));
    if (url.endsWith('held')) refuse(response);
    else response.writeHead(204).end();
  });
  await note('pictures/held', 3);
  await note('pictures/a', 2);
  await note('pictures/b', 1);
  while ((await world.kept()).removals > 1) await sweepPictureStore(app);
  await sweepPictureStore(app);
  expect(asked).toEqual(['held', 'a', 'b']);
  // It has been due since it was noted.
  const { rows } = await app.db.pool.query(
    `SELECT extract(epoch FROM next_at - due_at)::int AS later FROM picture_removals WHERE due_at < $1`,
    [world.now()],
  );
  expect(rows[0].later).toBe(63 * 60);
  await app.db.pool.query(`UPDATE picture_removals SET next_at = next_at - interval '61 minutes'`);
  await sweepPictureStore(app);
  expect(asked).toEqual(['held', 'a', 'b', 'held']);
});

test('a picture that the store does not take holds up no other, and is tried again an hour later', async () => {
  const objects = new Map<string, Buffer>();
  let refusals = 0;
  let refused: string | null = null;
  const keep = async ({ method, url = '' }: IncomingMessage, body: Promise<Buffer>, response: ServerResponse) => {
    const content = await body;
    if (method === 'GET') return void response.end(objects.get(url));
    if (method === 'DELETE') return void response.writeHead(204).end();
    const [address = ''] = url.slice('/shelf/pictures/'.length).split('-');
    refused ??= address;
    if (address !== refused) {
      objects.set(url, content);
      return void response.end();
    }
    refusals += 1;
    refuse(response);
  };
  const app = await against((request, response) => void keep(request, buffer(request), response));
  for (const n of [1, 2, 3]) await world.upload(world.withoutStore(), await spotted(n));
  while ((await world.kept()).contents > 1) await sweepPictureStore(app);
  await sweepPictureStore(app);
  expect([refusals, objects.size, (await world.kept()).contents]).toEqual([1, 2, 1]);
  world.advance(3_600_001);
  await sweepPictureStore(app);
  expect(refusals).toBe(2);
  refused = '';
  world.advance(3_600_001);
  await sweepPictureStore(app);
  expect([objects.size, (await world.kept()).contents]).toEqual([3, 0]);
});

test('a run ends when its time is over, and the next one goes on', async () => {
  let asked = 0;
  const app = await against((_request, response) => {
    asked += 1;
    world.advance(400);
    response.writeHead(204).end();
  });
  for (let n = 0; n < 10; n += 1) await note(`pictures/${n}`, 60);
  await sweepPictureStore(app);
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThanOrEqual(3);
  while ((await world.kept()).removals > 0) await sweepPictureStore(app);
  expect(asked).toBe(10);
});

test('a stop ends the request of a run at once, and nothing counts as failed', async () => {
  let asked = 0;
  const app = await against(() => {
    asked += 1;
  });
  await note('pictures/waits', 60);
  const stop = new AbortController();
  const run = sweepPictureStore(app, stop.signal);
  await vi.waitFor(() => expect(asked).toBe(1), { timeout: 60_000 });
  stop.abort();
  await run;
  const store = app.parts.pictureStore;
  expect([store?.sweep.restsUntil, store?.works('remove'), (await world.kept()).removals]).toEqual([0, true, 1]);
});
