/** The fields of event types that a process keeps are bounded by their size. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEventTypeVersions } from '../../src/event-types/event-type-versions.ts';
import { createWorld, type World } from '../support/world.ts';

/** As many characters as one request may bring. */
const fallback = 2_000_000;
const versions = 40;

let world: World;
let platformId: string;
beforeAll(async () => {
  world = await createWorld();
  ({ platformId } = await world.tenant({}));
  await world.app.db.transaction(async (client) => {
    await client.query('SET LOCAL session_replication_role = replica');
    await client.query(
      `INSERT INTO event_type_versions (platform_id, event_type_id, version, fields, created_at)
       SELECT $1, 'type', n, jsonb_build_array(jsonb_build_object('name', 'a', 'fallback', repeat('x', $2::int))), now()
       FROM generate_series(1, $3::int) n`,
      [platformId, fallback, versions],
    );
  });
});
afterAll(() => world.close());

test('the oldest versions go when the newest are large', async () => {
  const kept = createEventTypeVersions(world.app.db);
  for (let version = 1; version <= versions; version += 1) {
    const context = { platformId, eventTypeId: 'type', version };
    const fields = await kept.fetch(`type ${version}`, { context });
    expect(fields?.[0]?.fallback).toHaveLength(fallback);
  }
  expect(kept.size).toBe(16);
  expect(kept.has(`type ${versions}`)).toBe(true);
  expect(kept.has('type 1')).toBe(false);
});
