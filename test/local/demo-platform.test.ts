/** The demo platform of a local run: made once, found again, and filled up where an older version made it. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleIds } from '../../src/docs/examples.ts';
import { mintedAt } from '../../src/ground/ids.ts';
import { ensureDemoPlatform } from '../../src/local/demo-platform.ts';
import { readListener } from '../../src/local/listener-file.ts';
import { createEndpoint } from '../../src/webhooks/endpoints/create-endpoint.ts';
import { createSecret } from '../../src/webhooks/secrets/create-secret.ts';
import { listSecrets } from '../../src/webhooks/secrets/list-secrets.ts';
import { deleteWorkspace } from '../../src/workspaces/deletion/delete-workspace.ts';
import { createWorld, type World } from '../support/world.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await createWorld();
  folder = await mkdtemp(join(tmpdir(), 'tidings-demo-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

const kept = async () => JSON.parse(await readFile(join(folder, 'demo.json'), 'utf8'));

test('a second start finds what the first one made', async () => {
  const first = await ensureDemoPlatform(world.app, folder);
  expect(Object.keys(first.ids ?? {}).toSorted()).toEqual(Object.keys(exampleIds).toSorted());
  expect(await ensureDemoPlatform(world.app, folder)).toEqual(first);
  expect(await kept()).toEqual(first);
});

test('leaves the listener one of its two secrets, that no example revokes, so that a third can be made', async () => {
  const fresh = await mkdtemp(join(tmpdir(), 'tidings-demo-'));
  const { platformId, ids } = await ensureDemoPlatform(world.app, fresh);
  const left = await readListener(fresh);
  const ctx = { app: world.app, platformId, apiKeyId: null, workspaceId: null };
  const live = await listSecrets(ctx);
  expect(live.map(({ id }) => id)).toEqual([ids?.secret, left?.secret_id]);
  expect(left).toMatchObject({ platform_id: platformId, endpoint_id: null });
  expect(left?.secret?.endsWith(live[1]?.lastFour ?? '-')).toBe(true);
  await createSecret(ctx);
  await rm(fresh, { recursive: true });
});

test('each id is of the time that its row shows, so that lists by id are in the order of what they show', async () => {
  await ensureDemoPlatform(world.app, folder);
  const { pool } = world.app.db;
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name IN ('id', 'created_at') GROUP BY table_name HAVING count(*) = 2`,
  );
  const filled = new Set<string>();
  for (const { name } of tables) {
    const { rows } = await pool.query<{ id: string; created_at: Date }>(`SELECT id, created_at FROM ${name}`);
    if (rows.length > 0) filled.add(name);
    for (const { id, created_at } of rows) expect([name, mintedAt(id)]).toEqual([name, created_at]);
  }
  expect([...filled]).toEqual(
    expect.arrayContaining(['workspaces', 'contacts', 'events', 'messages', 'suppressions', 'webhooks']),
  );
});

test('a demo of an older version keeps its platform and key, and gets what the examples name', async () => {
  const { ids: _ids, ...older } = await ensureDemoPlatform(world.app, folder);
  await writeFile(join(folder, 'demo.json'), JSON.stringify(older));
  const now = await ensureDemoPlatform(world.app, folder);
  expect(now).toMatchObject(older);
  expect(now.ids?.event).toMatch(/^[0-9A-Z]{26}$/);
  expect(await kept()).toEqual(now);
});

test('a demo whose owner has changed it starts all the same', async () => {
  const { ids: _ids, ...older } = await ensureDemoPlatform(world.app, folder);
  const ctx = { app: world.app, platformId: older.platformId, apiKeyId: null, workspaceId: null };
  const full = async (make: () => Promise<unknown>) => {
    for (let made = 0; made < 10; made += 1) await make().catch(() => undefined);
  };
  await full(() => createSecret(ctx));
  await full(() => createEndpoint(ctx, { url: 'https://hooks.test/more', types: ['message.delivered'] }));
  await writeFile(join(folder, 'demo.json'), JSON.stringify(older));
  expect(await ensureDemoPlatform(world.app, folder)).toEqual({ ...older, ids: {} });
  await deleteWorkspace(ctx, 'ref:demo');
  await writeFile(join(folder, 'demo.json'), JSON.stringify(older));
  expect(await ensureDemoPlatform(world.app, folder)).toEqual({ ...older, ids: {} });
});
