import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { contactsOf, define, list, read, upsert } from '../support/contacts-of.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

let world: World;
let tenant: Tenant;
let put: ReturnType<typeof contactsOf>['put'];
let get: ReturnType<typeof contactsOf>['get'];
let ago: ReturnType<typeof contactsOf>['ago'];
let references: ReturnType<typeof contactsOf>['references'];

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  ({ put, get, references, ago } = contactsOf(world, tenant));
});

describe('upsert', () => {
  test('a new reference makes a contact without consent, a known one changes it', async () => {
    const made = await put('ref:ada', { email: 'Ada@Example.com' });
    expect(made.data.contactUpsert).toMatchObject({
      created: true,
      contact: {
        reference: 'ada',
        email: 'Ada@Example.com',
        status: 'pending',
        marketing: null,
        pixelConsentAt: null,
        locale: null,
        attributes: {},
        tags: [],
      },
    });
    const changed = await put('ref:ada', { locale: 'pt-BR' });
    expect(changed.data.contactUpsert).toMatchObject({
      created: false,
      contact: { id: made.data.contactUpsert.contact.id, email: 'Ada@Example.com', locale: 'pt-BR' },
    });
  });

  test('a contact without a reference can be made, and its id names it', async () => {
    const { data } = await put(null, { email: 'bare@example.com' });
    const { id } = data.contactUpsert.contact;
    expect(data.contactUpsert).toMatchObject({ created: true, contact: { reference: null } });
    expect((await put(id, { locale: 'de' })).data.contactUpsert).toMatchObject({ created: false });
    expect((await put('ref:other', { email: 'BARE@example.com' })).refusal?.details.contact).toBe(id);
  });

  test('an unknown id is not found and makes nothing', async () => {
    const { refusal } = await put('01ARZ3NDEKTSV4RRFFQ69G5FAV', { email: 'a@example.com' });
    expect(refusal?.code).toBe('not_found');
    expect(await references({})).toEqual([]);
  });

  test('a new contact needs an address and every required attribute, and each fault is named', async () => {
    await tenant.ask(define, { input: { key: 'plan', name: 'Plan', type: 'string', required: true } });
    await tenant.ask(define, { input: { key: 'age', name: 'Age', type: 'number' } });
    const { refusal } = await put('ref:ada', {
      attributes: { age: '7', other: 1 },
      marketing: { state: 'subscribed', at: ago(-60) },
    });
    expect(Object.keys(refusal?.details.errors ?? {}).sort()).toEqual([
      'attributes.age',
      'attributes.other',
      'attributes.plan',
      'email',
      'marketing.at',
    ]);
    expect(await get('ref:ada')).toBeNull();
  });

  test('null clears a locale, a pixel consent and an attribute, but no required one', async () => {
    await tenant.ask(define, { input: { key: 'plan', name: 'Plan', type: 'string', required: true } });
    await tenant.ask(define, { input: { key: 'born', name: 'Born', type: 'date' } });
    await put('ref:ada', {
      email: 'a@example.com',
      locale: 'de',
      pixelConsentAt: ago(1),
      attributes: { plan: 'pro', born: '2000-02-29' },
    });
    const cleared = await put('ref:ada', { locale: null, pixelConsentAt: null, attributes: { born: null } });
    expect(cleared.data.contactUpsert.contact).toMatchObject({
      locale: null,
      pixelConsentAt: null,
      attributes: { plan: 'pro' },
    });
    const { refusal } = await put('ref:ada', { attributes: { plan: null } });
    expect(refusal?.details.errors).toHaveProperty(['attributes.plan']);
  });

  test.each([
    ['number', '1'],
    ['boolean', 'true'],
    ['string', 1],
    ['string', 'a\0b'],
    ['string', '\ud800'],
    ['date', '2025-02-29'],
    ['date', 'yesterday'],
  ])('an attribute of type %s takes no %j', async (type, value) => {
    await tenant.ask(define, { input: { key: 'k', name: 'K', type } });
    const { refusal } = await put('ref:ada', { email: 'a@example.com', attributes: { k: value } });
    expect(refusal?.details.errors).toHaveProperty(['attributes.k']);
  });

  test('tags replace the whole set, new names make tags, and names of one key are one tag', async () => {
    await put('ref:ada', { email: 'a@example.com', tags: ['Big Spender', 'VIP', 'vip'] });
    expect((await get('ref:ada')).tags).toEqual([
      { key: 'big-spender', name: 'Big Spender' },
      { key: 'vip', name: 'VIP' },
    ]);
    await put('ref:ada', { tags: ['vip'] });
    expect((await get('ref:ada')).tags).toEqual([{ key: 'vip', name: 'VIP' }]);
    await put('ref:ada', { locale: 'de' });
    expect((await get('ref:ada')).tags).toHaveLength(1);
    await put('ref:ada', { tags: [] });
    expect((await get('ref:ada')).tags).toEqual([]);
  });

  test('an address that another contact holds is refused in any case, and the holder is named', async () => {
    await put('ref:ada', { email: 'a@example.com' });
    const { refusal } = await put('ref:bob', { email: 'A@EXAMPLE.COM' });
    expect(refusal).toMatchObject({ code: 'email_taken', details: { contact: 'ref:ada' } });
  });

  test("a contact's own address can be spelt anew", async () => {
    await put('ref:ada', { email: 'a@example.com' });
    expect((await put('ref:ada', { email: 'A@example.com' })).data.contactUpsert.contact.email).toBe('A@example.com');
  });

  test('nothing moves when nothing changes', async () => {
    const first = (await put('ref:ada', { email: 'a@example.com' })).data.contactUpsert.contact;
    world.advance(5_000);
    expect((await put('ref:ada', { email: 'a@example.com' })).data.contactUpsert.contact).toEqual(first);
  });
});

describe('tags and deletion', () => {
  const add = `mutation ($workspace: ID!, $contact: ID!, $tags: [String!]!) {
    contactTagsAdd(workspace: $workspace, contact: $contact, input: { tags: $tags }) { contact { tags { key } } }
  }`;
  const remove = `mutation ($workspace: ID!, $contact: ID!, $key: String!) {
    contactTagRemove(workspace: $workspace, contact: $contact, key: $key) { contact { tags { key } } }
  }`;
  const drop = `mutation ($workspace: ID!, $contact: ID!) {
    contactDelete(workspace: $workspace, contact: $contact) { id: deletedContactId }
  }`;

  test('tags are added to the others, and taken off one by one', async () => {
    await put('ref:ada', { email: 'a@example.com', tags: ['one'] });
    const on = { workspace: tenant.workspace, contact: 'ref:ada' };
    const added = await tenant.ask(add, { ...on, tags: ['One', 'Two'] });
    expect(added.data.contactTagsAdd.contact.tags).toEqual([{ key: 'one' }, { key: 'two' }]);
    for (const key of ['one', 'one', 'never']) {
      const { data } = await tenant.ask(remove, { ...on, key });
      expect(data.contactTagRemove.contact.tags).toEqual([{ key: 'two' }]);
    }
    expect((await tenant.ask(add, { ...on, tags: [] })).refusal?.details.errors).toHaveProperty('tags');
  });

  test('a deleted contact is not found, and its reference and address are free', async () => {
    await put('ref:ada', { email: 'a@example.com', tags: ['one'], marketing: { state: 'unsubscribed', at: ago(1) } });
    const on = { workspace: tenant.workspace, contact: 'ref:ada' };
    expect((await tenant.ask(drop, on)).errors).toEqual([]);
    expect((await tenant.ask(drop, on)).refusal?.code).toBe('not_found');
    const again = await put('ref:ada', { email: 'a@example.com' });
    expect(again.data.contactUpsert).toMatchObject({ created: true, contact: { status: 'pending', tags: [] } });
  });
});

test('another platform and another workspace see nothing of a contact', async () => {
  const { data } = await put('ref:ada', { email: 'a@example.com' });
  const stranger = await world.tenant({ name: 'Stranger' });
  const { id } = data.contactUpsert.contact;
  for (const [workspace, contact] of [
    [tenant.workspace, 'ref:ada'],
    [tenant.workspace, id],
    [stranger.workspace, 'ref:ada'],
    [stranger.workspace, id],
  ]) {
    expect((await stranger.ask(read, { workspace, contact })).refusal?.code).toBe('not_found');
  }
  const written = await stranger.ask(upsert, {
    workspace: tenant.workspace,
    contact: 'ref:ada',
    input: { locale: 'de' },
  });
  expect(written.refusal?.code).toBe('not_found');
  expect((await contactsOf(world, stranger).put(id, { locale: 'de' })).refusal?.code).toBe('not_found');
  expect((await stranger.ask(list, { workspace: tenant.workspace })).refusal?.code).toBe('not_found');
});
