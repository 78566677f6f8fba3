/** A batch reads the contacts that it names, however many its workspace has and whatever the planner knows of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { byOrder } from '../../src/contacts/contact-transaction.ts';
import { loadContacts, loadErasures } from '../../src/contacts/load-contacts.ts';
import { fillContacts } from '../exports/export-file.ts';
import { examinePlanned } from '../support/examined-rows.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const contacts = 20_000;
const named = 300;

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
  await fillOne();
});
afterAll(() => world.close());

/** A workspace with all the contacts, beside those that are there. */
async function fillOne(): Promise<void> {
  tenant = await world.tenant();
  await fillContacts(world, tenant, contacts);
  await world.app.db.pool.query(
    `INSERT INTO erased_addresses (workspace_id, address_hash, erased_at)
     SELECT workspace_id, address_hash, now() FROM contacts WHERE workspace_id = $1`,
    [tenant.workspace],
  );
}

const hashOf = async (reference: string): Promise<string> => {
  const { rows } = await world.app.db.pool.query(
    "SELECT encode(address_hash, 'hex') AS hash FROM contacts WHERE workspace_id = $1 AND reference = $2",
    [tenant.workspace, reference],
  );
  return rows[0].hash;
};
const places = Array.from({ length: named }, (_none, n) => n * 60 + 1);
const absent = places.map((n) => `absent-${n}`);

// An import begins in a table that nobody has analysed, or in a workspace that the statistics do not know, and goes on in one whose
// statistics say everything is there.
describe.each(['before an ANALYZE', 'after an ANALYZE', 'beside an analysed workspace'])('%s', (when) => {
  beforeAll(async () => {
    if (when === 'after an ANALYZE') await world.app.db.pool.query('ANALYZE contacts, erased_addresses');
    if (when === 'beside an analysed workspace') await fillOne();
  });

  test('contacts are found by id, reference and address, each row once, and no others are read', async () => {
    const ids = places.map((n) => String(n).padStart(26, '0'));
    const references = [...places.map((n) => `person-${n + 1}`), 'person-1', ...absent];
    const hashes = await Promise.all(['person-3', 'person-1'].map(hashOf));
    const { result, rowsOf } = await examinePlanned(
      world.app.db,
      (client) => loadContacts(client, tenant.workspace, { ids, references, hashes }),
      byOrder,
    );
    const found = result.map(({ reference }) => reference);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(2 * named + 1);
    expect(found).toContain('person-3');
    expect(rowsOf.contacts).toBeLessThan(4 * named + 10);
  });

  test('names that no contact has read no contact', async () => {
    const { result, rowsOf } = await examinePlanned(
      world.app.db,
      (client) => loadContacts(client, tenant.workspace, { ids: [], references: absent, hashes: ['00', 'ff'] }),
      byOrder,
    );
    expect([result, rowsOf.contacts]).toEqual([[], 0]);
  });

  test('erasures are found by the addresses alone', async () => {
    const hashes = [await hashOf('person-9'), 'ff'];
    const { result, rowsOf } = await examinePlanned(world.app.db, (client) =>
      loadErasures(client, tenant.workspace, hashes),
    );
    expect([...result.keys()]).toEqual(hashes.slice(0, 1));
    expect(rowsOf.erased_addresses).toBe(1);
  });
});
