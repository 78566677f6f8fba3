/** Changes are shown once each, whatever the order in which their transactions commit. */
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../src/ground/ids.ts';
import { followChanges } from '../../src/live/follow-changes.ts';
import { createStreams, type LiveStream } from '../../src/live/streams.ts';
import { sweepLive } from '../../src/live/sweep-live.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let topic: string;
let stream: LiveStream;
const clients: pg.PoolClient[] = [];
beforeEach(() => {
  topic = newId(world.now());
  stream = createStreams().open({ platformId: null, apiKeyId: null, scopes: [] });
});
afterEach(async () => {
  stream.end(null);
  for (const client of clients.splice(0)) {
    await client.query('ROLLBACK');
    client.release();
  }
});

/** A transaction that has recorded a change of the topic. */
async function changing(subject: string): Promise<pg.PoolClient> {
  const client = await world.app.db.pool.connect();
  clients.push(client);
  await client.query('BEGIN');
  await record(client, subject);
  return client;
}

async function record(client: Pick<pg.PoolClient, 'query'>, subject: string): Promise<void> {
  await client.query(
    `INSERT INTO live_changes (topic, subject, state, at)
     SELECT w.topic, $2, 'queued', $3 FROM live_watches w WHERE w.topic = $1`,
    [topic, subject, world.now()],
  );
}

/** Reads pages until so many changes were shown. */
async function take(pages: ReturnType<typeof followChanges>, changes: number) {
  const subjects: string[] = [];
  let cursor = '';
  while (subjects.length < changes) {
    const { value } = await pages.next();
    if (!value) throw new Error('The stream ended');
    cursor = value.cursor;
    subjects.push(...value.changes.map(({ subject }) => subject));
  }
  return { subjects, cursor };
}

test('a change that was written first and committed last is shown, to a live stream and after a resume', async () => {
  const pages = followChanges(world.app, stream, { topic, after: null });
  const start = (await pages.next()).value?.cursor ?? '';
  const slow = await changing('written first');
  const quick = await changing('committed first');
  await quick.query('COMMIT');
  const seen = await take(pages, 1);
  expect(seen.subjects).toEqual(['committed first']);
  await pages.return();
  await slow.query('COMMIT');

  const resumed = followChanges(world.app, stream, { topic, after: seen.cursor });
  expect((await take(resumed, 1)).subjects).toEqual(['written first']);
  await resumed.return();
  const again = followChanges(world.app, stream, { topic, after: start });
  expect((await take(again, 2)).subjects).toEqual(['committed first', 'written first']);
  await again.return();
});

test('a stream begins after the transactions that could not know of it, and shows all later ones', async () => {
  const early = await world.app.db.pool.connect();
  clients.push(early);
  await early.query('BEGIN');
  // Its snapshot has no watch.
  await record(early, 'unseen');
  let begun = false;
  const started = world.app.parts.live.start(topic).then((place) => {
    begun = true;
    return place;
  });
  for (let asked = 0; asked < 20; asked += 1) await world.app.db.pool.query('SELECT 1');
  expect(begun).toBe(false);
  await early.query('COMMIT');
  const { incarnation, position } = await started;
  const late = await changing('seen');
  await late.query('COMMIT');
  const after = Buffer.from(`${incarnation}.${position}`).toString('base64url');
  const pages = followChanges(world.app, stream, { topic, after });
  expect((await take(pages, 1)).subjects).toEqual(['seen']);
  await pages.return();
});

test('more changes than one event has come page by page, each once, to streams that join at any time', async () => {
  const pages = followChanges(world.app, stream, { topic, after: null });
  const start = (await pages.next()).value?.cursor ?? '';
  const names = Array.from({ length: 230 }, (_, n) => `message ${n}`);
  for (const name of names.slice(0, 120)) await record(world.app.db.pool, name);
  const first = take(pages, 230);
  const joined = followChanges(world.app, stream, { topic, after: start });
  const second = take(joined, 230);
  for (const name of names.slice(120)) await record(world.app.db.pool, name);
  expect((await first).subjects).toEqual(names);
  expect((await second).subjects).toEqual(names);
  await pages.return();
  await joined.return();
});

test('a cursor is rejected once changes after it are removed, once its watch has ended, and for another topic', async () => {
  const refused = { code: 'validation_failed', details: { errors: { after: [expect.any(String)] } } };
  const sweep = async (minutes: number) => {
    world.advance(minutes * 60_000);
    world.app.parts.liveSweep.nextAt = 0;
    await sweepLive(world.app);
  };
  const pages = followChanges(world.app, stream, { topic, after: null });
  const behind = followChanges(world.app, stream, { topic, after: null });
  const start = (await behind.next()).value?.cursor ?? '';
  await pages.next();
  await record(world.app.db.pool, 'removed');
  const { cursor } = await take(pages, 1);
  await pages.return();
  const resume = async (after: string, of = topic) => {
    const resumed = followChanges(world.app, stream, { topic: of, after });
    try {
      return (await resumed.next()).value;
    } finally {
      await resumed.return();
    }
  };

  await sweep(9);
  await resume(cursor);
  await sweep(9);
  // The change is eighteen minutes old; the watch was extended nine minutes ago.
  expect((await resume(cursor))?.cursor).toBe(cursor);
  await expect(resume(start)).rejects.toMatchObject(refused);
  // A stream that was not read since shows no later change in its place.
  await expect(behind.next()).rejects.toMatchObject({ code: 'unavailable' });
  await expect(resume(cursor, newId(world.now()))).rejects.toMatchObject(refused);
  await expect(resume('nonsense')).rejects.toMatchObject(refused);
  await sweep(11);
  await expect(resume(cursor)).rejects.toMatchObject(refused);
  const { rows } = await world.app.db.pool.query('SELECT FROM live_changes WHERE topic = $1', [topic]);
  expect(rows).toHaveLength(0);
});
