/** Notes of suppressions and of their lifts, which may name an erased person. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { liftSuppression } from '../../src/suppressions/lift-suppression.ts';
import { suppressByHand } from '../../src/suppressions/suppress-by-hand.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const address = 'ada.lovelace@example.com';

let world: World;
let tenant: Tenant;
let stranger: Tenant;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await rows('TRUNCATE suppressions, platform_blocks, suppression_lifts');
  tenant = await world.tenant();
  stranger = await world.tenant({ name: 'Stranger' });
  await createWorkspace(tenant.ctx, { name: 'Other', reference: 'other' });
  await createWorkspace(tenant.ctx, { name: 'Third', reference: 'third' });
});

const rows = async (text: string) => (await world.app.db.pool.query(text)).rows;
const notes = async (table: 'suppressions' | 'suppression_lifts') =>
  (await rows(`SELECT note FROM ${table} ORDER BY id`)).map(({ note }) => note);

async function block(email: string, given: object, { ctx } = tenant): Promise<string> {
  world.advance(1);
  return suppressByHand(ctx, 'ref:shop', { email, ...given });
}

async function erase(workspace = 'ref:shop'): Promise<void> {
  const { id } = await erasePerson(tenant.ctx, workspace, { email: address });
  await eraseTurn(world.app, { platformId: tenant.platformId, id });
  expect((await rows(`SELECT finished_at FROM erasures WHERE id = '${id}'`))[0].finished_at).not.toBeNull();
}

test('are searched in blocks of other addresses on the whole platform, and on this platform alone', async () => {
  const note = `The new address of ${address}`;
  await block('new.one@example.com', { reach: 'platform', note });
  await block('new.two@example.com', { reach: 'platform', note: 'From the old provider' });
  await block('new.three@example.com', { reach: 'platform', note: `See ${address.toUpperCase()}, please` });
  await block('new.four@example.com', { note });
  await block('new.one@example.com', { reach: 'platform', note }, stranger);
  await erase();
  expect(await notes('suppressions')).toEqual([null, 'From the old provider', null, null, note]);
  expect(await rows('SELECT FROM suppressions WHERE email IS NULL')).toEqual([]);
});

test.each(['workspace', 'platform'])(
  'are removed again from a block whose address is erased, of the %s',
  async (reach) => {
    await block(address, { reach, note: 'Ada called' });
    await erase();
    expect(await rows('SELECT email, note FROM suppressions')).toEqual([{ email: null, note: null }]);
    await block(address, { reach, note: 'Ada Lovelace called again' });
    expect(await rows('SELECT email, note FROM suppressions')).toEqual([
      { email: null, note: 'Ada Lovelace called again' },
    ]);
    await erase();
    expect(await rows('SELECT email, note FROM suppressions')).toEqual([{ email: null, note: null }]);
  },
);

test('of a platform-wide block stay while another workspace holds the address', async () => {
  await upsertContact(tenant.ctx, 'ref:other', null, { email: address });
  await block(address, { reach: 'platform', note: 'Asked by letter' });
  await erase();
  expect(await notes('suppressions')).toEqual(['Asked by letter']);
  await erase('ref:other');
  expect(await notes('suppressions')).toEqual([null]);
});

test('of the lift of a platform-wide block go with its record, unless its workspace holds the address', async () => {
  const lift = async (workspace: string, given: object, note: string) =>
    liftSuppression(tenant.ctx, workspace, await block(address, given), note);
  await lift('ref:other', { reach: 'platform' }, 'Ada wrote to us');
  await upsertContact(tenant.ctx, 'ref:third', null, { email: address });
  await lift('ref:third', { reach: 'platform' }, 'Held here');
  await lift('ref:shop', {}, 'Ada wrote to the shop');
  const other = await block('bob@example.com', { reach: 'platform' });
  await liftSuppression(tenant.ctx, 'ref:other', other, 'Bob wrote to us');
  await erase();
  expect(await notes('suppression_lifts')).toEqual(['Held here', 'Bob wrote to us']);
});
