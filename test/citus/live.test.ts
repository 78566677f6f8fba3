/** What subscriptions follow, swept on a cluster: watches are on every machine, their changes on the coordinator. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changesKeptFor } from '../../src/live/feed-times.ts';
import { sweepLive } from '../../src/live/sweep-live.ts';
import { openShops, type Shops } from './shops.ts';

let shops: Shops;
beforeAll(async () => {
  shops = await openShops();
});
afterAll(() => shops?.world.close());

test('watches that nobody extends end, and changes that nobody can ask for go, with a note of how far', async () => {
  const { world, sql } = shops;
  const now = world.now().getTime();
  const at = (ms: number) => new Date(now + ms);
  await sql(
    `INSERT INTO live_watches (topic, incarnation, until) VALUES ('followed', 'a', $1), ('ended', 'b', $2)`,
    ...[at(60_000), at(-1)],
  );
  const old = at(-changesKeptFor - 1);
  const changes = [
    ['followed', 5, old],
    ['followed', 6, at(0)],
    ['followed', null, old],
    ['ended', 7, at(0)],
    ['nobody', null, at(0)],
  ] as const;
  for (const [topic, position, when] of changes) {
    await sql(
      `INSERT INTO live_changes (position, topic, subject, state, at) VALUES ($1, $2, 'one', 'queued', $3)`,
      ...[position, topic, when],
    );
  }
  await sweepLive(world.app);
  // Other files' services follow topics of their own.
  const own = "topic IN ('followed', 'ended', 'nobody')";
  expect(await sql(`SELECT topic, position::int AS position FROM live_changes WHERE ${own} ORDER BY seq`)).toEqual([
    { topic: 'followed', position: 6 },
    { topic: 'followed', position: null },
  ]);
  expect(await sql(`SELECT topic, purged::int AS purged FROM live_watches WHERE ${own}`)).toEqual([
    { topic: 'followed', purged: 5 },
  ]);
});
