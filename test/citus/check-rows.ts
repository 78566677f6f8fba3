/** Tests of files, imports, exports and rejected emits of two workspaces, and of what a restore holds. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { countHeldWork, decideMail } from '../../src/deployment/decide-held.ts';
import { holdWork } from '../../src/deployment/hold-work.ts';
import { noteRefusedEmit } from '../../src/events/refused/note-refused-emit.ts';
import { createFile } from '../../src/files/create-file.ts';
import { deleteFile } from '../../src/files/delete-file.ts';
import { DomainError } from '../../src/ground/errors/errors.ts';
import { day, hour } from '../../src/ground/time/durations.ts';
import { askForImports } from '../../src/imports/ask-for-imports.ts';
import { sweepImports } from '../../src/imports/sweep-imports.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { files } from '../events/files.ts';
import { orderOf, partsOf } from '../exports/export-file.ts';
import { importFile, readImport, uploadFile } from '../imports/import-file.ts';
import { sweepAll } from '../support/sweep-all.ts';
import { deliver, emitTo } from './full-person.ts';
import type { Shops } from './shops.ts';

export function checkRows(openShops: () => Promise<Shops>): void {
  let shops: Shops;
  let both: readonly string[];
  beforeAll(async () => {
    shops = await openShops();
    both = await shops.onBothWorkers();
  });
  afterAll(() => shops?.world.close());

  const hashOf = (email: string) => shops.world.app.secrets.addressHash(email);

  test('contacts and suppressions are imported, with faults, and a file that does not come to its end is given up', async () => {
    const { world, tenant, sql } = shops;
    const people = Array.from({ length: 1_200 }, (_, n) => `p-${n},p-${n}@example.com,"one,two ${n % 7}"\n`).join('');
    const text = `reference,email,tags\n${people}bad,no address,\n`;
    for (const workspace of both) {
      const found = await importFile(world, tenant, { workspace, text });
      expect(found).toMatchObject({ state: 'finished', created: 1_200, refused: 1 });
      const again = await importFile(world, tenant, { workspace, text });
      expect(again).toMatchObject({ state: 'finished', created: 0, updated: 1_200 });
      const blocks = { kind: 'suppressions', workspace, text: 'email\np-1@example.com\np-2@example.com\n' } as const;
      expect(await importFile(world, tenant, blocks)).toMatchObject({ state: 'finished', created: 2 });
      const wide = { ...blocks, text: `email\nwide-${workspace}@example.com\n`, options: ', reach: platform' };
      expect(await importFile(world, tenant, wide)).toMatchObject({ state: 'finished', created: 1 });
    }
    const counted = (table: string) =>
      sql(`SELECT count(*)::int AS n FROM ${table} WHERE workspace_id = ANY($1)`, both).then(([row]) => row?.n);
    expect(await counted('contacts')).toBe(2_400);
    expect(await counted('import_faults')).toBe(4);
    const stopped = [];
    for (const workspace of both) stopped.push(await uploadFile(tenant, { workspace, text: 'reference,email\n' }));
    world.advance(2 * hour);
    await askForImports(world.app);
    for (let sweeps = 0; sweeps < 3; sweeps += 1) await sweepImports(world.app);
    for (const [at, workspace] of both.entries())
      expect(await readImport(tenant, stopped[at] ?? '', workspace)).toMatchObject({ state: 'cancelled' });
    expect(await counted('import_chunks')).toBe(0);
  });

  test('contacts and suppressions are exported, those of the whole platform as far as the workspace knows their addresses', async () => {
    const { world, tenant } = shops;
    const [here = '', there = ''] = both;
    await upsertContact(tenant.ctx, here, 'ref:known', { email: 'known@example.com' });
    await emitTo(shops, here, { email: 'mailed@example.com' });
    await deliver(shops);
    for (const name of ['known', 'mailed', 'stranger'])
      await suppressByHand(tenant.ctx, there, { email: `${name}@example.com`, reach: 'platform' });
    // As bounces would have made them.
    await shops.sql('UPDATE suppressions SET by_hand = false WHERE scope_id = $1', tenant.platformId);
    const linesOf = async (workspace: string, field: string, options = '') => {
      const made = await tenant.ask(`mutation { ${field}(workspace: "${workspace}" ${options}) { export { url } } }`);
      expect(made.errors).toEqual([]);
      const parts = await partsOf(world, orderOf(world, made.data[field].export.url));
      return parts.join('').trimEnd().split('\r\n').slice(1);
    };
    expect(await linesOf(here, 'contactExportCreate')).toHaveLength(1_201);
    expect(await linesOf(there, 'contactExportCreate')).toHaveLength(1_200);
    expect(await linesOf(there, 'suppressionExportCreate')).toHaveLength(2);
    const wide = async (workspace: string) =>
      (await linesOf(workspace, 'suppressionExportCreate', ', reach: platform')).map((line) => line.split(',')[0]);
    expect(await wide(here)).toEqual(['known@example.com', 'mailed@example.com']);
    expect(await wide(there)).toEqual([]);
  });

  test('a file is deleted, and its bytes stay until no mail waits for them', async () => {
    const { world, tenant, sql } = shops;
    const id = await createFile(tenant.ctx, { filename: 'terms.pdf', content: files.pdf.toString('base64') });
    for (const shop of both) await emitTo(shops, shop, { email: 'filed@example.com' }, { attachments: [{ file: id }] });
    await deleteFile(tenant.ctx, id);
    await expect(deleteFile(tenant.ctx, id)).rejects.toMatchObject({ code: 'not_found' });
    const contents = () =>
      sql('SELECT platform_id FROM file_contents WHERE platform_id = $1', tenant.platformId).then(
        (rows) => rows.length,
      );
    await sweepAll(world.app);
    expect(await contents()).toBe(1);
    await deliver(shops);
    world.advance(1_000);
    await sweepAll(world.app);
    expect(await contents()).toBe(0);
  });

  test('rejected emits lead to their workspace and their recipient, but not to somebody who was erased since', async () => {
    const { world, tenant, sql } = shops;
    const { ctx } = tenant;
    const error = new DomainError('validation_failed', undefined, { errors: { payload: ['is required'] } });
    const refuse = (workspace: string, recipient: object, idempotencyKey: string) =>
      noteRefusedEmit(ctx, {
        requestId: randomUUID(),
        eventType: 'order.shipped',
        workspace,
        recipient,
        idempotencyKey,
        error,
      });
    for (const [at, shop] of both.entries()) {
      const { id } = await upsertContact(ctx, shop, 'ref:zoe', { email: 'zoe@example.com' });
      refuse(shop, { contact: 'ref:zoe' }, `reference-${at}`);
      refuse(shop, { contact: id }, `id-${at}`);
      refuse(shop, { email: 'gone@example.com' }, `gone-${at}`);
    }
    refuse('ref:shop', { email: 'zoe@example.com' }, 'by-reference-of-the-shop');
    refuse('ref:nowhere', { email: 'zoe@example.com' }, 'nowhere');
    refuse('ref:nowhere', { email: 'gone@example.com' }, 'gone-nowhere');
    world.advance(1);
    await erasePerson(ctx, both[0] ?? '', { email: 'gone@example.com' });
    await world.app.parts.refusedEmits.settled();
    const rows = await sql(
      'SELECT workspace_id, idempotency_key, address_hash FROM refused_emits WHERE platform_id = $1',
      tenant.platformId,
    );
    const [here, there] = both;
    const found = rows.map(({ workspace_id, idempotency_key, address_hash }) => [
      workspace_id === null ? 'none' : workspace_id === here ? 'here' : workspace_id === there ? 'there' : 'shop',
      idempotency_key,
      address_hash === null ? null : (address_hash as Buffer).equals(hashOf('zoe@example.com')) ? 'zoe' : 'gone',
    ]);
    const shop = tenant.workspace === here ? 'here' : tenant.workspace === there ? 'there' : 'shop';
    expect(found.map(String).sort()).toEqual(
      [
        ['here', 'reference-0', 'zoe'],
        ['here', 'id-0', 'zoe'],
        ['here', null, null],
        ['there', 'reference-1', 'zoe'],
        ['there', 'id-1', 'zoe'],
        ['there', 'gone-1', 'gone'],
        [shop, 'by-reference-of-the-shop', 'zoe'],
        ['none', 'nowhere', 'zoe'],
        ['none', null, null],
      ]
        .map(String)
        .sort(),
    );
  });

  test('a restore holds what waited, what was under way and what may have left later', async () => {
    const { world, tenant, sql } = shops;
    // What other tests left.
    await holdWork(world.app.db, new Date(world.now().getTime() + 60 * day));
    await decideMail(world.app, 'cancel');
    for (const shop of both) {
      await emitTo(shops, shop, { email: 'sending@example.com' });
    }
    await shops.claimed();
    const inHours = (hours: number) => new Date(world.now().getTime() + hours * hour).toISOString();
    for (const shop of both) {
      for (let n = 0; n < 3; n += 1) await emitTo(shops, shop, { email: `waits-${n}@example.com` });
      await emitTo(shops, shop, { email: 'left@example.com' }, { sendAt: inHours(10) });
      await emitTo(shops, shop, { email: 'later@example.com' }, { sendAt: inHours(30) });
    }
    world.advance(20 * hour);
    expect((await holdWork(world.app.db, world.now())).mail).toBe(10);
    expect((await holdWork(world.app.db, world.now())).mail).toBe(0);
    expect(await countHeldWork(world.app.db)).toMatchObject({ queued: 8, sending: 2 });
    expect(await decideMail(world.app, 'send')).toBe(10);
    expect(
      await sql(
        `SELECT state::text, count(*)::int AS n FROM messages WHERE platform_id = $1 AND state IN ('queued', 'scheduled') GROUP BY 1 ORDER BY 1`,
        tenant.platformId,
      ),
    ).toEqual([
      { state: 'queued', n: 10 },
      { state: 'scheduled', n: 2 },
    ]);
  });
}
