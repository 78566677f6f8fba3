/**
 * The table of contact marketing states (docs/rules.md#older-consent), row by row, with the instants around each edge.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { erasePerson } from '../../src/people/erase-person.ts';
import { contactsOf } from '../support/contacts-of.ts';
import { createPagesWorld, hearOfPeople, type PagesWorld } from '../support/pages-world.ts';
import type { Tenant } from '../support/world.ts';

const minute = 60_000;
const undoWindow = 10 * minute;
const instant = 1;

let world: PagesWorld;
let tenant: Tenant;
let contacts: ReturnType<typeof contactsOf>;
const at = (offset: number) => new Date(world.now().getTime() + offset).toISOString();
const status = async (reference: string) => (await contacts.get(`ref:${reference}`)).status;
const webhookTypes = async () => (await world.webhooks(tenant)).map(({ type }) => type);

beforeAll(async () => {
  world = await createPagesWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant();
  contacts = contactsOf(world, tenant);
  await hearOfPeople(world, tenant);
});

describe('(new) → pending', () => {
  test('an upsert without marketing makes a pending contact, whose ledger is empty', async () => {
    await contacts.put('ref:ada', { email: 'ada@example.com' });
    expect(await contacts.get('ref:ada')).toMatchObject({ status: 'pending', marketing: null, pixelConsentAt: null });
    expect(await world.ledger(tenant, 'ref:ada')).toEqual([]);
  });
});

describe('(new) with marketing', () => {
  test.each(['subscribed', 'unsubscribed'])('is %s at once, and its ledger begins from pending', async (state) => {
    await contacts.put('ref:ada', { email: 'ada@example.com', marketing: { state, at: at(0) } });
    expect(await contacts.get('ref:ada')).toMatchObject({ status: state, marketing: { state, at: world.now() } });
    expect(await world.ledger(tenant, 'ref:ada')).toMatchObject([{ state, replacedState: 'pending', source: 'api' }]);
    expect(await webhookTypes()).toEqual([]);
  });
});

describe('pending, unsubscribed → subscribed', () => {
  test.each([
    { edge: 'an instant before now is taken', offset: -instant, result: 'subscribed' },
    { edge: 'now is taken', offset: 0, result: 'subscribed' },
    { edge: 'an instant after now is refused', offset: instant, result: 'unsubscribed' },
  ])('from unsubscribed, in a batch too, $edge', async ({ offset, result }) => {
    for (const reference of ['ada', 'bob']) {
      await contacts.put(`ref:${reference}`, {
        email: `${reference}@example.com`,
        marketing: { state: 'unsubscribed', at: at(-minute) },
      });
    }
    const marketing = { state: 'subscribed', at: at(offset) };
    await contacts.put('ref:ada', { marketing });
    const [written] = await contacts.putAll([{ reference: 'bob', marketing }]);
    expect(written.errors ?? null).toEqual(
      result === 'unsubscribed'
        ? { 'marketing.at': [expect.stringMatching(/^must not be in the future; the service's clock says /)] }
        : null,
    );
    expect([await status('ada'), await status('bob')]).toEqual([result, result]);
  });

  test.each([
    { reason: 'complaint', blocks: 'marketing', cleaned: [] },
    { reason: 'hard_bounce', blocks: 'all', cleaned: ['ada'] },
  ])('consent lifts no suppression by $reason', async ({ reason, blocks, cleaned }) => {
    const { id } = await world.subscriber(tenant, 'ada');
    const suppressed = async () =>
      (
        await world.app.db.pool.query('SELECT email, reason, blocks FROM suppressions WHERE platform_id = $1', [
          tenant.platformId,
        ])
      ).rows;
    await world.app.db.pool.query(
      `INSERT INTO suppressions (platform_id, id, workspace_id, email, address_hash, reason, blocks, created_at)
       SELECT platform_id, 'S', workspace_id, email, address_hash, $2::suppression_reason, $3::suppression_blocks, $4
       FROM contacts WHERE id = $1`,
      [id, reason, blocks, world.now()],
    );
    const before = await suppressed();
    for (const state of ['unsubscribed', 'subscribed']) {
      world.advance(minute);
      await contacts.put('ref:ada', { marketing: { state, at: at(0) } });
    }
    expect(await status('ada')).toBe('subscribed');
    expect(await suppressed()).toEqual(before);
    expect(before).toEqual([{ email: 'ada@example.com', reason, blocks }]);
    expect(await contacts.references({ status: 'cleaned' })).toEqual(cleaned);
  });

  test.each([
    { edge: 'an instant before now is taken', offset: -instant, result: 'subscribed' },
    { edge: 'now is taken', offset: 0, result: 'subscribed' },
    { edge: 'an instant after now is refused', offset: instant, result: 'pending' },
  ])('from pending, $edge', async ({ offset, result }) => {
    await contacts.put('ref:ada', { email: 'ada@example.com' });
    const { refusal } = await contacts.put('ref:ada', { marketing: { state: 'subscribed', at: at(offset) } });
    expect(refusal?.details.errors ?? null).toEqual(
      result === 'pending'
        ? { 'marketing.at': [expect.stringMatching(/^must not be in the future; the service's clock says /)] }
        : null,
    );
    expect(await status('ada')).toBe(result);
  });

  test.each([
    { edge: 'an instant before the opt-out is refused', offset: -instant, code: 'consent_older_than_opt_out' },
    { edge: 'at the opt-out is refused', offset: 0, code: 'consent_older_than_opt_out' },
    { edge: 'an instant after the opt-out is taken', offset: instant, code: null },
  ])('from unsubscribed, a consent dated $edge', async ({ offset, code }) => {
    const optOut = -minute;
    await contacts.put('ref:ada', {
      email: 'ada@example.com',
      marketing: { state: 'unsubscribed', at: at(optOut) },
    });
    const { refusal } = await contacts.put('ref:ada', { marketing: { state: 'subscribed', at: at(optOut + offset) } });
    expect(refusal?.code ?? null).toBe(code);
    expect(await status('ada')).toBe(code === null ? 'subscribed' : 'unsubscribed');
    expect(await world.ledger(tenant, 'ref:ada')).toHaveLength(code === null ? 2 : 1);
  });

  test('time and key of the consent are recorded, in the contact and in the ledger', async () => {
    await world.subscriber(tenant, 'ada');
    const { marketing } = await contacts.get('ref:ada');
    expect(marketing).toMatchObject({ state: 'subscribed', consentedByKey: tenant.apiKeyId });
    const [line] = await world.ledger(tenant, 'ref:ada');
    expect(line).toMatchObject({
      state: 'subscribed',
      source: 'api',
      apiKeyId: tenant.apiKeyId,
      replacedState: 'pending',
      replacedAt: null,
      createdAt: world.now(),
    });
    expect(line?.at).toEqual(marketing.at);
    expect(marketing.consentedAt).toEqual(marketing.at);
  });
});

describe('any → unsubscribed by the caller', () => {
  test.each(['pending', 'subscribed', 'unsubscribed'])('from %s, at once, without undo or webhook', async (from) => {
    const before = { pending: {}, subscribed: { state: 'subscribed' }, unsubscribed: { state: 'unsubscribed' } }[from];
    await contacts.put('ref:ada', {
      email: 'ada@example.com',
      ...(from === 'pending' ? {} : { marketing: { ...before, at: at(-minute) } }),
    });
    const { id } = await contacts.get('ref:ada');
    world.advance(instant);
    await contacts.put('ref:ada', { marketing: { state: 'unsubscribed', at: at(0) } });
    expect(await status('ada')).toBe('unsubscribed');
    expect((await world.ledger(tenant, 'ref:ada'))[0]).toMatchObject({
      state: 'unsubscribed',
      at: world.now(),
      source: 'api',
      apiKeyId: tenant.apiKeyId,
      replacedState: from,
    });
    const link = world.link(tenant, id);
    expect((await world.open(link)).html).not.toContain('value="undo"');
    await world.post(link, { action: 'undo' });
    expect(await status('ada')).toBe('unsubscribed');
    expect(await webhookTypes()).toEqual([]);
  });

  test.each([
    { edge: 'an instant before the consent', offset: -minute - instant, result: 'unsubscribed' },
    { edge: 'an instant before now', offset: -instant, result: 'unsubscribed' },
    { edge: 'now', offset: 0, result: 'unsubscribed' },
    { edge: 'an instant after now', offset: instant, result: 'subscribed' },
  ])('dated $edge, a subscribed contact is $result', async ({ offset, result }) => {
    await world.subscriber(tenant, 'ada');
    const { refusal } = await contacts.put('ref:ada', { marketing: { state: 'unsubscribed', at: at(offset) } });
    expect(refusal?.details.errors ?? null).toEqual(
      result === 'subscribed'
        ? { 'marketing.at': [expect.stringMatching(/^must not be in the future; the service's clock says /)] }
        : null,
    );
    expect(await status('ada')).toBe(result);
  });
});

describe('subscribed → unsubscribed by the person', () => {
  test.each([
    { how: 'the link', form: { action: 'leave' }, source: 'link' },
    { how: 'the mail app', form: { 'List-Unsubscribe': 'One-Click' }, source: 'mail_app' },
  ])('through $how: one webhook of source recipient, and a ledger line', async ({ form, source }) => {
    const { id, link } = await world.subscriber(tenant, 'ada');
    const consent = await contacts.get('ref:ada');
    const page = await world.post(link, form);
    expect(page.status).toBe(200);
    expect(page.html).toContain('10 minutes');
    const { marketing } = await contacts.get('ref:ada');
    expect(marketing).toEqual({ ...consent.marketing, state: 'unsubscribed', at: world.now() });
    expect(await world.ledger(tenant, 'ref:ada')).toMatchObject([
      { state: 'unsubscribed', at: world.now(), source, apiKeyId: null, replacedState: 'subscribed', undoneAt: null },
      { state: 'subscribed', source: 'api' },
    ]);
    expect(await world.webhooks(tenant)).toMatchObject([
      {
        type: 'contact.left_marketing',
        body: {
          source: 'recipient',
          simulated: false,
          created_at: world.now().toISOString(),
          workspace: { reference: 'shop' },
          data: { contact: { id, reference: 'ada' } },
        },
      },
    ]);
  });

  test('leaving twice is leaving once, and the time to undo goes on running', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    await world.post(link, { action: 'leave' });
    world.advance(4 * minute);
    const page = await world.post(link, { 'List-Unsubscribe': 'One-Click' });
    expect(page.html).toContain('6 minutes');
    expect(await webhookTypes()).toEqual(['contact.left_marketing']);
    expect(await world.ledger(tenant, 'ref:ada')).toHaveLength(2);
  });

  test('a pending contact that leaves is unsubscribed, and back where it was when undone', async () => {
    await contacts.put('ref:ada', { email: 'ada@example.com' });
    const { id } = await contacts.get('ref:ada');
    await world.post(world.link(tenant, id), {});
    expect(await status('ada')).toBe('unsubscribed');
    await world.post(world.link(tenant, id), { action: 'undo' });
    expect(await contacts.get('ref:ada')).toMatchObject({ status: 'pending', marketing: null });
  });
});

describe('unsubscribed → subscribed by the person', () => {
  test('not where the address was erased after that consent', async () => {
    const ctx = tenant.ctx;
    const { link } = await world.subscriber(tenant, 'ada');
    await contacts.put('ref:old', { email: 'old@example.com' });
    await erasePerson(ctx, 'ref:shop', { email: 'old@example.com' });
    world.advance(minute);
    await world.post(link, { action: 'leave' });
    await contacts.put('ref:ada', { email: 'old@example.com' });
    await world.post(link, { action: 'undo' });
    expect(await status('ada')).toBe('unsubscribed');
    expect(await webhookTypes()).toEqual(['contact.left_marketing']);
  });

  test.each([
    { edge: 'an instant before its end', after: undoWindow - instant, undone: true },
    { edge: 'at its end', after: undoWindow, undone: false },
    { edge: 'an instant after its end', after: undoWindow + instant, undone: false },
  ])('undo within ten minutes, $edge: $undone', async ({ after, undone }) => {
    for (const [reference, form] of [
      ['ada', { action: 'leave' }],
      ['bob', { 'List-Unsubscribe': 'One-Click' }],
    ] as const) {
      const { link } = await world.subscriber(tenant, reference);
      const before = await contacts.get(`ref:${reference}`);
      await world.post(link, form);
      world.advance(after);
      expect((await world.open(link)).html.includes('value="undo"')).toBe(undone);
      const { html } = await world.post(link, { action: 'undo' });
      expect(html).toContain(undone ? 'Undone' : 'The time to undo it is over.');
      expect(await status(reference)).toBe(undone ? 'subscribed' : 'unsubscribed');
      if (undone) expect((await contacts.get(`ref:${reference}`)).marketing).toEqual(before.marketing);
      const [last, left] = await world.ledger(tenant, `ref:${reference}`);
      if (undone) {
        expect(last).toMatchObject({ state: 'subscribed', source: 'undo', at: before.marketing.at });
        expect(left).toMatchObject({ state: 'unsubscribed', undoneAt: world.now() });
      }
    }
    const rejoined = ['contact.rejoined_marketing', 'contact.left_marketing'];
    expect(await webhookTypes()).toEqual(
      undone ? [...rejoined, ...rejoined] : ['contact.left_marketing', 'contact.left_marketing'],
    );
  });

  test('tells of it once, as the person\u2019s own doing', async () => {
    const { id, link } = await world.subscriber(tenant, 'ada');
    await world.post(link, { action: 'leave' });
    world.advance(minute);
    await world.post(link, { action: 'undo' });
    const [rejoined] = await world.webhooks(tenant);
    expect(rejoined).toMatchObject({
      type: 'contact.rejoined_marketing',
      body: {
        source: 'recipient',
        simulated: false,
        created_at: world.now().toISOString(),
        workspace: { reference: 'shop' },
        data: { contact: { id, reference: 'ada' } },
      },
    });
  });

  test('the page shows whole minutes, rounded up, until there are none', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    await world.post(link, {});
    const shown = async () => /<strong>(\d+ minutes?)<\/strong>/.exec((await world.open(link)).html)?.[1];
    expect(await shown()).toBe('10 minutes');
    world.advance(minute);
    expect(await shown()).toBe('9 minutes');
    world.advance(8 * minute);
    expect(await shown()).toBe('1 minute');
    world.advance(minute - instant);
    expect(await shown()).toBe('1 minute');
    world.advance(instant);
    expect(await shown()).toBeUndefined();
  });

  test('what was undone no longer counts as an opt-out; an earlier one still does', async () => {
    const { link } = await world.subscriber(tenant, 'ada', {
      marketing: { state: 'unsubscribed', at: at(-3 * minute) },
    });
    await contacts.put('ref:ada', { marketing: { state: 'subscribed', at: at(-2 * minute) } });
    await world.post(link, {});
    await world.post(link, { action: 'undo' });
    const again = await contacts.put('ref:ada', { marketing: { state: 'subscribed', at: at(-minute) } });
    expect(again.refusal).toBeNull();
    const older = await contacts.put('ref:ada', { marketing: { state: 'subscribed', at: at(-3 * minute) } });
    expect(older.refusal?.code).toBe('consent_older_than_opt_out');
  });

  test('two who undo at once undo once', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    await world.post(link, {});
    await Promise.all(Array.from({ length: 8 }, () => world.post(link, { action: 'undo' })));
    expect((await webhookTypes()).filter((type) => type === 'contact.rejoined_marketing')).toHaveLength(1);
    expect(await world.ledger(tenant, 'ref:ada')).toHaveLength(3);
  });

  test('what the caller says after the leaving cannot be undone', async () => {
    const { link } = await world.subscriber(tenant, 'ada');
    await world.post(link, {});
    world.advance(minute);
    await contacts.put('ref:ada', { marketing: { state: 'unsubscribed', at: at(0) } });
    await world.post(link, { action: 'undo' });
    expect(await status('ada')).toBe('unsubscribed');
  });
});

describe('any → unchanged', () => {
  test.each([
    { edge: 'an instant before', offset: -instant, taken: false },
    { edge: 'at', offset: 0, taken: false },
    { edge: 'an instant after', offset: instant, taken: true },
  ])('a subscribed dated $edge the person\u2019s leaving: $taken', async ({ offset, taken }) => {
    const { link } = await world.subscriber(tenant, 'ada');
    world.advance(minute);
    await world.post(link, {});
    const left = world.now().getTime();
    world.advance(minute);
    const before = await contacts.get('ref:ada');
    const { refusal } = await contacts.put('ref:ada', {
      locale: 'de',
      marketing: { state: 'subscribed', at: new Date(left + offset).toISOString() },
    });
    expect(refusal?.code ?? null).toBe(taken ? null : 'consent_older_than_opt_out');
    if (!taken) expect(await contacts.get('ref:ada')).toEqual(before);
    expect(await status('ada')).toBe(taken ? 'subscribed' : 'unsubscribed');
  });
});

test('the ledger of a contact is no other platform\u2019s to read', async () => {
  const { id } = await world.subscriber(tenant, 'ada');
  const other = await world.tenant({ name: 'Other' });
  const { refusal } = await other.ask(
    `query ($workspace: ID!, $contact: ID!) {
      contact(workspace: $workspace, contact: $contact) { consentChanges { edges { node { id } } } } }`,
    { workspace: tenant.workspace, contact: id },
  );
  expect(refusal?.code).toBe('not_found');
});
