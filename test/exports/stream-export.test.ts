/** Exports from one snapshot: what they show, how much they hold, and when they end. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAttributeDefinition } from '../../src/attributes/create-attribute-definition.ts';
import { exportTime, pageChars, pageRows } from '../../src/exports/export-limits.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { fillContacts, linkOf, orderOf, partsOf } from './export-file.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  tenant = await world.tenant();
  await createAttributeDefinition(tenant.ctx, { key: 'plan', name: 'Plan', type: 'string' });
});
afterAll(() => world.close());

const linesOf = (parts: readonly string[]) => parts.join('').trimEnd().split('\r\n');
const contacts = async () => orderOf(world, await linkOf(tenant, 'contact'));

test('an export shows what was there at its begin, whatever is written meanwhile', async () => {
  const count = pageRows * 2 + 500;
  await fillContacts(world, tenant, count);
  const change = async (parts: readonly string[]) => {
    // The header and the first page are out.
    if (parts.length !== 2) return;
    await world.app.db.transaction(async (client) => {
      await client.query(`DELETE FROM contacts WHERE workspace_id = $1 AND reference = 'person-2400'`, [
        tenant.workspace,
      ]);
      await client.query(
        `UPDATE contacts SET email = 'new@example.com' WHERE workspace_id = $1 AND reference = 'person-2300'`,
        [tenant.workspace],
      );
      await client.query(
        `INSERT INTO contacts (platform_id, workspace_id, id, reference, email, address_hash, created_at, updated_at)
         VALUES ($1, $2, lpad('x', 26, '9'), 'late', 'late@example.com', sha256('late'), now(), now())`,
        [tenant.platformId, tenant.workspace],
      );
    });
  };
  const lines = linesOf(await partsOf(world, await contacts(), change));
  expect(lines).toHaveLength(1 + count);
  expect(lines[2_400]).toMatch(/^person-2400,/);
  expect(lines[2_300]).toMatch(/^person-2300,person-2300@example.com,/);
  const later = linesOf(await partsOf(world, await contacts()));
  expect(later).toHaveLength(1 + count);
  expect(later.at(-1)).toMatch(/^late,late@example.com,/);
  expect(later.join()).not.toContain('person-2400');
});

test('long attributes make its pages shorter', async () => {
  const length = 60_000;
  await fillContacts(world, tenant, 50, length);
  const [, ...pages] = await partsOf(world, await contacts());
  expect(pages.length).toBeGreaterThan(2);
  for (const page of pages) expect(page.length).toBeLessThan(pageChars + 2 * length);
  expect(linesOf(pages)).toHaveLength(50);
});

test('an export ends after ten minutes, and when its process is stopped', async () => {
  await fillContacts(world, tenant, pageRows * 2);
  const order = await contacts();
  const wait = async (parts: readonly string[]) => {
    if (parts.length === 2) world.advance(exportTime + 1);
  };
  await expect(partsOf(world, order, wait)).rejects.toMatchObject({ code: 'unavailable' });
  const { stop } = world.app.parts;
  const again = await contacts();
  const stopIt = async (parts: readonly string[]) => {
    if (parts.length === 2) stop.begun = true;
  };
  await expect(partsOf(world, again, stopIt)).rejects.toMatchObject({ code: 'unavailable' });
  stop.begun = false;
  expect(world.app.db.use().waiting).toBe(0);
});

test('a reader that fails gives the connection back, with nothing left open on it', async () => {
  await fillContacts(world, tenant, pageRows * 2);
  const { free } = world.app.db.use();
  const fail = async () => {
    throw new Error('gone');
  };
  await expect(partsOf(world, await contacts(), fail)).rejects.toThrow('gone');
  await expect.poll(() => world.app.db.use().free).toBe(free);
  const { rows } = await world.app.db.pool.query(
    `SELECT count(*)::int AS n FROM pg_stat_activity WHERE state LIKE 'idle in transaction%' AND datname = current_database()`,
  );
  expect(rows[0].n).toBe(0);
});

test('it holds one connection', async () => {
  await fillContacts(world, tenant, 10);
  const { free } = world.app.db.use();
  const seen: number[] = [];
  await partsOf(world, await contacts(), async () => {
    seen.push(free - world.app.db.use().free);
  });
  expect(seen).toEqual([1, 1]);
});
