/** What is asked for the emits and the mail of workspaces on different workers: each gets its own, from its own shard. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { EmitWork } from '../../src/events/emit/emit-work.ts';
import { readEmits } from '../../src/events/emit/read-emits.ts';
import { claimMessages } from '../../src/messages/claims/claim-messages.ts';
import { confirmLeases } from '../../src/messages/claims/confirm-leases.ts';
import { isSuppressed } from '../../src/suppressions/is-suppressed.ts';
import { openWorld, type World } from '../support/open-world.ts';
import { createTestClock } from '../support/test-clock.ts';
import { workspaces } from './inventory/sample-values.ts';

const platformId = 'reading';
const [here, there] = workspaces;
/** Blocked in one workspace, on the whole platform, and nowhere. */
const addresses = { own: 'own@example.com', wide: 'wide@example.com', free: 'free@example.com' } as const;

let world: World;
const sql = async (text: string, values: readonly unknown[] = []) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const hashOf = (address: string) => world.app.secrets.addressHash(address);

beforeAll(async () => {
  world = openWorld(inject('citusUrl'), {}, createTestClock(new Date()));
  await sql(`INSERT INTO platforms (id, name, created_at) VALUES ($1, 'Reading', now())`, [platformId]);
  for (const id of workspaces) {
    await sql(
      `INSERT INTO workspaces (platform_id, id, reference, name, timezone, locale, created_at, updated_at)
       VALUES ($1, $2, lower($2), 'Shop', 'UTC', 'en', now(), now())`,
      [platformId, id],
    );
    await sql(
      `INSERT INTO workspace_health (platform_id, workspace_id, state, since, counts_since)
       VALUES ($1, $2, 'established', now(), now())`,
      [platformId, id],
    );
    for (const [n, email] of Object.values(addresses).entries()) {
      await sql(
        `INSERT INTO contacts (platform_id, workspace_id, id, email, address_hash, created_at, updated_at)
         VALUES ($1, $2, $2 || $3, $3, $4, now(), now())`,
        [platformId, id, email, hashOf(email)],
      );
      await sql(
        `INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient,
           address_hash, template_version_id, locale, timezone, due_at, expires_at, created_at)
         VALUES ($1, $2, $3, $3, 't', $3, 'queued', $4, $5, 'v', 'en', 'UTC', $6, $7, $6)`,
        [
          platformId,
          id,
          `7ZZZZZZZZZZZZZZZZZZZZZ${id.at(-1)}${n}`,
          email,
          hashOf(email),
          world.now(),
          new Date(world.now().getTime() + 3_600_000),
        ],
      );
    }
  }
  await sql(
    `INSERT INTO suppressions (platform_id, id, workspace_id, scope_id, address_hash, reason, blocks, created_at)
     VALUES ($1, 'own', $2, $2, $3, 'manual', 'all', now())`,
    [platformId, here, hashOf(addresses.own)],
  );
  await sql(`INSERT INTO platform_blocks (platform_id, address_hash, blocks) VALUES ($1, $2, 'all')`, [
    platformId,
    hashOf(addresses.wide),
  ]);
});
afterAll(async () => {
  for (const table of ['messages', 'contacts', 'suppressions', 'workspace_health', 'platform_blocks', 'workspaces']) {
    await sql(`DELETE FROM ${table} WHERE platform_id = $1`, [platformId]);
  }
  await sql('DELETE FROM platforms WHERE id = $1', [platformId]);
  await world.close();
});

test('a connection finds out that it leads to a cluster', () => {
  expect(world.app.db.isCluster()).toBe(true);
});

test('the emits of a batch are read in the workspaces that they name, by id or by reference', async () => {
  const work = (workspace: EmitWork['workspace'], address: string): EmitWork => ({
    ...{
      platformId,
      apiKeyId: null,
      workspace,
      onlyWorkspace: null,
      key: 'key',
      erasedKey: null,
      type: 'order.shipped',
    },
    ...{
      contact: null,
      addressHash: hashOf(address),
      copies: [],
      bodyHash: Buffer.from('body'),
      isHeavy: false,
      trace: null,
    },
    ...{ checked: { faults: {}, payload: null, email: null } },
  });
  const { own, wide, free } = addresses;
  const places = [{ id: here }, { reference: there.toLowerCase() }, { reference: 'nowhere' }] as const;
  const found = await readEmits(
    world.app,
    [own, wide, free].flatMap((address) => places.map((place) => work(place, address))),
  );
  expect(found.map(({ workspaceId, contactId, suppressed }) => [workspaceId, contactId, suppressed])).toEqual([
    [here, `${here}${own}`, true],
    [there, `${there}${own}`, false],
    [null, null, false],
    [here, `${here}${wide}`, true],
    [there, `${there}${wide}`, true],
    [null, null, true],
    [here, `${here}${free}`, false],
    [there, `${there}${free}`, false],
    [null, null, false],
  ]);
});

test('the mail of each workspace is claimed with what blocks it, and confirmed while nothing does', async () => {
  const blocked = [];
  const claimed = [];
  for (const id of workspaces) {
    const mails = await claimMessages(world.app, { platformId, id }, { rows: 10, past: [] }, { kind: 'open' });
    claimed.push(...mails);
    blocked.push(mails.filter(({ suppressed }) => suppressed).map(({ recipient }) => recipient));
  }
  expect(claimed.length).toBe(6);
  expect(blocked).toEqual([[addresses.own, addresses.wide], [addresses.wide]]);
  const until = new Date(world.now().getTime() + 60_000);
  const { ids: confirmed } = await confirmLeases(world.app.db, claimed, until);
  expect(
    claimed.filter(({ id }) => confirmed.has(id)).map(({ workspaceId, recipient }) => [workspaceId, recipient]),
  ).toEqual([
    [here, addresses.free],
    [there, addresses.own],
    [there, addresses.free],
  ]);
});

test('what is blocked is asked of one shard', async () => {
  const ask = (workspaceId: string, address: string) =>
    isSuppressed(world.app.db.pool, { platformId, workspaceId, addressHash: hashOf(address), topic: null });
  expect(await Promise.all([ask(here, addresses.own), ask(there, addresses.own), ask(there, addresses.wide)])).toEqual([
    true,
    false,
    true,
  ]);
});
