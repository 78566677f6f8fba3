/** Erasures of two people at once each take their words out of the paths of one rejected emit (docs/rules.md#search-of-an-erasure). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/ground/ids.ts';
import type { OpenErasure } from '../../src/people/open-erasure.ts';
import { personFinder } from '../../src/people/person-finder.ts';
import { searchedRefusals } from '../../src/people/searched-refusals.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let platformId: string;
beforeAll(async () => {
  world = await createWorld();
  ({ platformId } = await world.tenant({}));
});
afterAll(() => world.close());

test('the second one leaves out what the first one took out', async () => {
  const { app } = world;
  const now = app.clock.now();
  await app.db.pool.query(
    `INSERT INTO refused_emits (platform_id, id, request_id, code, field_paths, times, first_at, created_at)
     VALUES ($1, $2, 'r', 'validation_failed', '{payload.ada_lovelace,payload.total,metadata.grace_hopper}', 1, $3, $3)`,
    [platformId, newId(now), now],
  );
  const search = async (term: string) => {
    const erasure: OpenErasure = {
      ...{ platformId, workspaceId: '', id: newId(now), searched: null, requestedAt: now },
      ...{ addressHashes: [], contactIds: [], terms: [term] },
    };
    const rows = await searchedRefusals.read(app.db.pool, erasure, '', 10);
    const names = personFinder(app, erasure);
    const found = rows.map((row) => ({
      ...row,
      named: new Set(row.texts.flatMap((text, at) => (names(text, 'apart') ? [at] : []))),
    }));
    return () => app.db.transaction((client) => searchedRefusals.clear(app, client, erasure, found, names));
  };
  const clears = [await search('ada_lovelace'), await search('grace_hopper')];
  for (const clear of clears) await clear();
  const { rows } = await app.db.pool.query('SELECT field_paths FROM refused_emits');
  expect(rows).toEqual([{ field_paths: ['payload.*', 'payload.total', 'metadata.*'] }]);
});
