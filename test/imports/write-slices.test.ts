/** Two slices are written at once, and contacts become what they would if row came after row. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { upsertContacts } from '../../src/contacts/upsert-contacts.ts';
import { sliceRows } from '../../src/imports/import-limits.ts';
import { importTurn } from '../../src/imports/import-turn.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { act, faultsOf, importFile, readImport, uploadFile } from './import-file.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  tenant = await world.tenant();
});
afterAll(() => world.close());

interface Person {
  readonly reference: string;
  readonly email: string;
}

const person = (reference: string, address = reference): Person => ({ reference, email: `${address}@example.com` });
const people = (count: number, make: (n: number) => Person) => Array.from({ length: count }, (_none, n) => make(n));
const fileOf = (rows: readonly Person[]) =>
  `reference,email\n${rows.map(({ reference, email }) => `${reference},${email}\n`).join('')}`;

const contactsOf = async (workspace = tenant.workspace) => {
  const { rows } = await world.app.db.pool.query<Person>(
    'SELECT reference, email FROM contacts WHERE workspace_id = $1 ORDER BY reference',
    [workspace],
  );
  return rows;
};

/** How many transactions `work` has open at once, at most. */
async function mostAtOnce(work: (app: World['app']) => Promise<unknown>): Promise<number> {
  const { transaction } = world.app.db;
  let open = 0;
  let most = 0;
  const counted: typeof transaction = (inner, ...rest) =>
    transaction(
      async (client) => {
        open += 1;
        most = Math.max(most, open);
        try {
          return await inner(client);
        } finally {
          open -= 1;
        }
      },
      ...rest,
    );
  await work({ ...world.app, db: { ...world.app.db, transaction: counted } });
  return most;
}

async function started(rows: readonly Person[]): Promise<string> {
  const id = await uploadFile(tenant, { text: fileOf(rows) });
  expect((await act(tenant, 'importStart', id)).errors).toEqual([]);
  return id;
}

/** Turns until the import has ended: on a slow machine one turn writes some slices. */
async function finish(app: World['app'], id: string): Promise<void> {
  while ((await readImport(tenant, id)).state === 'running') {
    await importTurn(app, { platformId: tenant.platformId, id }, () => false);
  }
}

it('writes the next slice beside one, and no third', async () => {
  const id = await started(people(4 * sliceRows, (n) => person(`p-${n}`)));
  const most = await mostAtOnce((app) => finish(app, id));
  expect(most).toBe(2);
  expect(await readImport(tenant, id)).toMatchObject({ state: 'finished', created: 4 * sliceRows, refused: 0 });
});

it.each([
  { shared: 'a reference', keeps: 'last', make: (n: number) => person(`p-${n % sliceRows}`, `address-${n}`) },
  { shared: 'an address', keeps: 'first', make: (n: number) => person(`p-${n}`, `address-${n % sliceRows}`) },
] as const)('writes a slice behind one with which it shares $shared', async ({ keeps, make }) => {
  const rows = people(3 * sliceRows, make);
  const id = await started(rows);
  const most = await mostAtOnce((app) => finish(app, id));
  expect(most).toBe(1);
  const kept = keeps === 'first' ? rows.slice(0, sliceRows) : rows.slice(-sliceRows);
  expect(await contactsOf()).toEqual(kept.toSorted((a, b) => (a.reference < b.reference ? -1 : 1)));
});

it('gives a contact an address that the slice before takes from another', async () => {
  await importFile(world, tenant, { text: fileOf(people(sliceRows, (n) => person(`p-${n}`, `old-${n}`))) });
  const moved = people(sliceRows, (n) => person(`p-${n}`, `new-${n}`));
  const next = people(sliceRows, (n) => person(`q-${n}`, `old-${n}`));
  const ended = await importFile(world, tenant, { text: fileOf([...moved, ...next]) });
  expect(ended).toMatchObject({ created: sliceRows, updated: sliceRows, refused: 0 });
});

// Some slices share a name with the one before, and some do not.
it('writes what batches of the same rows, one behind the other, write', async () => {
  const other = await createWorkspace(tenant.ctx, { name: 'Other', reference: 'other' });
  let seed = 11;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const rows = people(6 * sliceRows, () => person(`p-${random(4_000_000)}`, `a-${random(4_000_000)}`));
  const results: string[] = [];
  for (let at = 0; at < rows.length; at += 500) {
    const outcomes = await upsertContacts(tenant.ctx, 'ref:other', rows.slice(at, at + 500));
    results.push(...outcomes.map(({ result }) => result));
  }
  const ended = await importFile(world, tenant, { text: fileOf(rows) });
  const count = (wanted: string) => results.filter((result) => result === wanted).length;
  expect(count('updated') + count('refused')).toBeGreaterThan(3);
  expect(ended).toMatchObject({ created: count('created'), updated: count('updated'), refused: count('refused') });
  expect(await contactsOf()).toEqual(await contactsOf(other));
});

it('is written again behind a slice that another writer undid', async () => {
  const rows = people(2 * sliceRows, (n) => person(`p-${n}`));
  const id = await started(rows);
  const other = await world.app.db.pool.connect();
  try {
    await other.query('BEGIN');
    // Nobody sees it yet, and the first slice waits for it longer than a writer beside others may.
    await other.query(
      `INSERT INTO contacts (platform_id, workspace_id, id, reference, email, address_hash, created_at, updated_at)
       VALUES ($1, $2, repeat('0', 26), 'p-7', 'other@example.com', 'other', now(), now())`,
      [tenant.platformId, tenant.workspace],
    );
    const end = finish(world.app, id);
    const alone = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => (await world.app.db.pool.query(alone)).rowCount, { timeout: 10_000 }).toBe(1);
    await other.query('COMMIT');
    await end;
  } finally {
    other.release(true);
  }
  expect(await readImport(tenant, id)).toMatchObject({
    state: 'finished',
    created: 2 * sliceRows - 1,
    updated: 1,
    refused: 0,
  });
  expect(await faultsOf(tenant, id)).toEqual([]);
  expect(await contactsOf()).toHaveLength(2 * sliceRows);
});
