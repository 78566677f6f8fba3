/** An import beside what happens meanwhile: another process, an erasure, a suspension, a deletion, a file that stops. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { askForImports } from '../../src/imports/ask-for-imports.ts';
import { importTurn } from '../../src/imports/import-turn.ts';
import { sweepImports } from '../../src/imports/sweep-imports.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { setPlatformSuspension } from '../../src/platforms/set-platform-suspension.ts';
import { deleteWorkspace } from '../../src/workspaces/deletion/delete-workspace.ts';
import { sweepAll } from '../support/sweep-all.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';
import { act, faultsOf, readImport, uploadFile } from './import-file.ts';

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  tenant = await world.tenant();
});
afterAll(() => world.close());

const hour = 3_600_000;
const rows = 3_500;
const file = () => `reference,email\n${Array.from({ length: rows }, (_, n) => `p-${n},p-${n}@example.com\n`).join('')}`;

async function started(text: string): Promise<string> {
  const id = await uploadFile(tenant, { text });
  expect((await act(tenant, 'importStart', id)).errors).toEqual([]);
  return id;
}

const turn = (id: string, pressed = false) =>
  importTurn(world.app, { platformId: tenant.platformId, id }, () => pressed);

const count = async (table: string) => {
  const { rows: counted } = await world.app.db.pool.query(
    `SELECT count(*)::int AS n FROM ${table} t JOIN imports i ON i.workspace_id = t.workspace_id AND i.id = t.import_id
     WHERE i.platform_id = $1`,
    [tenant.platformId],
  );
  return counted[0].n;
};

it('is written once by processes that work on it at the same time', async () => {
  const id = await started(file());
  await Promise.all(Array.from({ length: 4 }, () => turn(id)));
  while ((await readImport(tenant, id)).state === 'running') await turn(id);
  expect(await readImport(tenant, id)).toMatchObject({ state: 'finished', rows, created: rows, updated: 0 });
});

it('goes on where a slice was lost, and writes nothing of a slice that its process did not commit', async () => {
  const id = await started(file());
  const broken = new Error('the process died');
  const { transaction } = world.app.db;
  let slices = 0;
  const db = {
    ...world.app.db,
    // The connection breaks at the end of the second slice.
    transaction: ((work, ...rest) =>
      transaction(
        async (client) => {
          const result = await work(client);
          slices += 1;
          if (slices === 2) throw broken;
          return result;
        },
        ...rest,
      )) as typeof transaction,
  };
  await expect(importTurn({ ...world.app, db }, { platformId: tenant.platformId, id }, () => false)).rejects.toBe(
    broken,
  );
  const lost = await readImport(tenant, id);
  expect(lost).toMatchObject({ state: 'running', rows: 1_000 });
  await turn(id);
  expect(await readImport(tenant, id)).toMatchObject({ state: 'finished', created: rows, updated: 0, refused: 0 });
});

it('does not bring back a person who was erased after it was begun', async () => {
  const id = await started('reference,email\ngone,gone@example.com\nhere,here@example.com\n');
  world.advance(1_000);
  await erasePerson(tenant.ctx, 'ref:shop', { email: 'gone@example.com' });
  await turn(id);
  expect(await readImport(tenant, id)).toMatchObject({ created: 1, refused: 1 });
  expect(await faultsOf(tenant, id)).toEqual([
    [2, 'validation_failed', { email: ['is of a person who was erased after the file was sent'] }],
  ]);
});

it('waits while its platform is suspended', async () => {
  const id = await started('reference,email\na,a@example.com\n');
  await setPlatformSuspension(world.app, tenant.platformId, true);
  await turn(id);
  expect((await readImport(tenant, id)).rows).toBe(0);
  await setPlatformSuspension(world.app, tenant.platformId, false);
  await turn(id);
  expect((await readImport(tenant, id)).state).toBe('finished');
});

it('is asked for once nobody has worked on it for two seconds', async () => {
  const id = await started('reference,email\na,a@example.com\n');
  const asked: string[] = [];
  const wake = {
    ...world.app.wake,
    ask: async (_queue: string, keys: readonly { id: string }[]) => void asked.push(...keys.map((key) => key.id)),
  };
  await askForImports({ ...world.app, wake });
  expect(asked).not.toContain(id);
  world.advance(2_000);
  await askForImports({ ...world.app, wake });
  expect(asked).toContain(id);
});

it('fails after twenty turns without a row, and leaves nothing of its file', async () => {
  const id = await started('reference,email\na,a@example.com\n');
  await world.app.db.pool.query('UPDATE imports SET tries = 20 WHERE id = $1', [id]);
  await turn(id);
  expect(await readImport(tenant, id)).toMatchObject({ state: 'failed', failure: 'internal_error' });
  expect(await count('import_chunks')).toBe(0);
});

it('is cancelled when its file does not come to its end, and fails with its workspace', async () => {
  const stopped = await uploadFile(tenant, { text: 'reference,email\n' });
  world.advance(hour);
  for (let sweeps = 0; sweeps < 20; sweeps += 1) await sweepImports(world.app);
  expect((await readImport(tenant, stopped)).state).toBe('cancelled');
  const id = await started('reference,email\na,a@example.com\n');
  await deleteWorkspace(tenant.ctx, 'ref:shop');
  await sweepImports(world.app);
  const { rows: left } = await world.app.db.pool.query('SELECT state, failure FROM imports WHERE id = $1', [id]);
  expect(left).toEqual([{ state: 'failed', failure: 'workspace_deleted' }]);
  expect(await count('import_chunks')).toBe(0);
});

it('is kept for thirty days after its end, with the lines of its rejected rows', async () => {
  const id = await started('reference,email\na,nothing\n');
  await turn(id);
  expect(await count('import_faults')).toBe(1);
  world.advance(30 * 24 * hour - 1);
  await sweepAll(world.app);
  expect((await readImport(tenant, id)).refused).toBe(1);
  world.advance(1);
  await sweepAll(world.app);
  expect(await count('import_faults')).toBe(0);
});
