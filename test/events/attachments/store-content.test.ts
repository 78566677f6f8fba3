/** Equal bytes that come at once, with an upload and with a mail of copies, are stored once (docs/rules.md#copies). */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storeContent } from '../../../src/events/attachments/store-content.ts';
import { createPlatform } from '../../../src/platforms/create-platform.ts';
import { openWorld, type World } from '../../support/open-world.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

let database: TestDatabase;
let world: World;
beforeAll(async () => {
  database = await createTestDatabase();
  world = openWorld(database.url);
});
afterAll(async () => {
  await world?.close();
  await database?.drop();
});

test('the second waits for the first, and the later time counts', async () => {
  const { id: platformId } = await createPlatform(world.app, { name: 'Acme' });
  const content = Buffer.from('%PDF-1.7');
  const hash = createHash('sha256').update(content).digest();
  const until = (day: number) => new Date(Date.UTC(2026, 2, day));
  const store = (day: number) => ({ platformId, hash, content, keepUntil: until(day) });
  const second = Promise.withResolvers<Promise<void>>();
  await world.app.db.transaction(async (client) => {
    await storeContent(client, store(2));
    second.resolve(world.app.db.transaction((other) => storeContent(other, store(3))));
    const waiting = `SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await world.app.db.pool.query(waiting)).rows).toEqual([{ count: 1 }]);
  });
  await await second.promise;
  const { rows } = await world.app.db.pool.query('SELECT bytes, keep_until FROM file_contents WHERE platform_id = $1', [
    platformId,
  ]);
  expect(rows).toEqual([{ bytes: content.length, keep_until: until(3) }]);
});
