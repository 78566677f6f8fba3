import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contactsOf } from '../support/contacts-of.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let put: ReturnType<typeof contactsOf>['put'];
let get: ReturnType<typeof contactsOf>['get'];
let ago: ReturnType<typeof contactsOf>['ago'];

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  ({ put, get, ago } = contactsOf(world, tenant));
});

describe('consent', () => {
  test('a subscribed is recorded with its time and key', async () => {
    const at = ago(60);
    const { data } = await put('ref:ada', { email: 'a@example.com', marketing: { state: 'subscribed', at } });
    expect(data.contactUpsert.contact).toMatchObject({
      status: 'subscribed',
      marketing: { state: 'subscribed', consentedByKey: tenant.apiKeyId },
    });
    expect(data.contactUpsert.contact.marketing.at.toISOString()).toBe(at);
  });

  test('a subscribed at or before the latest opt-out is refused whole, a later one is taken', async () => {
    await put('ref:ada', { email: 'a@example.com', marketing: { state: 'unsubscribed', at: ago(100) } });
    for (const seconds of [101, 100]) {
      const { refusal } = await put('ref:ada', { locale: 'de', marketing: { state: 'subscribed', at: ago(seconds) } });
      expect(refusal?.code).toBe('consent_older_than_opt_out');
    }
    expect(await get('ref:ada')).toMatchObject({ status: 'unsubscribed', locale: null });
    await put('ref:ada', { marketing: { state: 'subscribed', at: ago(99) } });
    expect((await get('ref:ada')).status).toBe('subscribed');
  });

  test('an older opt-out does not move the latest one back', async () => {
    await put('ref:ada', { email: 'a@example.com', marketing: { state: 'unsubscribed', at: ago(10) } });
    await put('ref:ada', { marketing: { state: 'unsubscribed', at: ago(100) } });
    const { refusal } = await put('ref:ada', { marketing: { state: 'subscribed', at: ago(50) } });
    expect(refusal?.code).toBe('consent_older_than_opt_out');
  });

  test('an erased address counts as an opt-out', async () => {
    await world.app.db.pool.query(
      'INSERT INTO erased_addresses (workspace_id, address_hash, erased_at) VALUES ($1, $2, $3)',
      [tenant.workspace, world.app.secrets.addressHash('gone@example.com'), ago(50)],
    );
    const older = { email: 'gone@example.com', marketing: { state: 'subscribed', at: ago(50) } };
    expect((await put('ref:ada', older)).refusal?.code).toBe('consent_older_than_opt_out');
    const later = { ...older, marketing: { state: 'subscribed', at: ago(49) } };
    expect((await put('ref:ada', later)).data.contactUpsert.created).toBe(true);
    await put('ref:bob', { email: 'b@example.com', marketing: { state: 'subscribed', at: ago(60) } });
    await put('ref:ada', { email: 'new@example.com' });
    await put('ref:bob', { email: 'gone@example.com' });
    expect((await get('ref:bob')).status).toBe('unsubscribed');
  });

  test('each change is one row of the ledger', async () => {
    const subscribed = { state: 'subscribed', at: ago(60) };
    await put('ref:ada', { email: 'a@example.com', marketing: subscribed });
    await put('ref:ada', { marketing: subscribed });
    await put('ref:ada', { marketing: { state: 'unsubscribed', at: ago(30) } });
    const { rows } = await world.app.db.pool.query(
      'SELECT state, replaced_state, api_key_id FROM consent_changes WHERE workspace_id = $1 ORDER BY id',
      [tenant.workspace],
    );
    expect(rows).toEqual([
      { state: 'subscribed', replaced_state: 'pending', api_key_id: tenant.apiKeyId },
      { state: 'unsubscribed', replaced_state: 'subscribed', api_key_id: tenant.apiKeyId },
    ]);
  });
});
