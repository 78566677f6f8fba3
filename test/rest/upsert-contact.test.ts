import { beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const upsert = (contact: string, body: object) => acme.ask('upsertContact', { path: { contact }, body });
const define = (key: string, type: string, required = false) =>
  acme.ask('createAttributeDefinition', { body: { key, name: key, type, required } });

beforeAll(async () => {
  await define('plan', 'string');
  await define('seats', 'number');
  await define('trial', 'boolean');
  await define('born', 'date');
});

refusesAsUsual('upsertContact', acme, () => ({ path: { contact: 'ref:new' }, body: { email: 'new@example.com' } }));

describe('a contact', () => {
  it('is made by its reference and changed by both address forms', async () => {
    const at = '2026-03-01T10:00:00+01:00';
    const made = await upsert('ref:ada', { email: 'Ada@example.com' });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      reference: 'ada',
      email: 'Ada@example.com',
      status: 'pending',
      locale: null,
      marketing: null,
      pixel_consent_at: null,
      attributes: {},
      tags: [],
    });
    const changed = await upsert(made.body.data.id, {
      attributes: { plan: 'pro', seats: 4.5, trial: false, born: '1815-12-10' },
      tags: ['VIP'],
      locale: 'pt-BR',
      marketing: { state: 'subscribed', at },
      pixel_consent_at: at,
    });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({
      email: 'Ada@example.com',
      status: 'subscribed',
      locale: 'pt-BR',
      marketing: { state: 'subscribed', at: '2026-03-01T09:00:00.000Z', consented_by_key: acme.apiKey.id },
      pixel_consent_at: '2026-03-01T09:00:00.000Z',
      attributes: { plan: 'pro', seats: 4.5, trial: false, born: '1815-12-10' },
      tags: [{ name: 'VIP', color_code: null }],
    });
    const withdrawn = await upsert('ref:ada', { pixel_consent_at: null, locale: null, attributes: { seats: null } });
    expect(withdrawn.body.data).toMatchObject({
      pixel_consent_at: null,
      locale: null,
      attributes: { plan: 'pro', trial: false, born: '1815-12-10' },
    });
    expect(withdrawn.body.data.attributes).not.toHaveProperty('seats');
    expect((await acme.ask('getContact', { path: { contact: 'ref:ada' } })).body).toEqual(withdrawn.body);
  });

  it('keeps what is left out, and gives its tags whole', async () => {
    await makeContact(acme, 'keeper', { tags: ['red', 'blue'], attributes: { plan: 'pro' } });
    const same = await upsert('ref:keeper', {});
    expect(same.status).toBe(200);
    expect(same.body.data.tags.map(({ name }: { name: string }) => name)).toEqual(['blue', 'red']);
    const fewer = await upsert('ref:keeper', { tags: ['red'] });
    expect(fewer.body.data.tags.map(({ name }: { name: string }) => name)).toEqual(['red']);
    expect(fewer.body.data.attributes).toEqual({ plan: 'pro' });
  });

  it('by an id that nobody has is not found', async () => {
    const { status } = await upsert('01ARZ3NDEKTSV4RRFFQ69G5FAV', { email: 'x@example.com' });
    expect(status).toBe(404);
  });

  it('of another platform is not touched', async () => {
    const id = await makeContact(acme, 'mine');
    const other = await stranger();
    const path = { contact: id, workspace: acme.workspace };
    expect((await other.ask('upsertContact', { path, body: { email: 'eve@example.com' } })).status).toBe(404);
    expect((await other.ask('upsertContact', { path: { contact: id }, body: { locale: 'de' } })).status).toBe(404);
    expect((await acme.ask('getContact', { path })).body.data.email).toBe('mine@example.com');
  });
});

describe('an address', () => {
  it('belongs to one contact, whom the refusal names', async () => {
    await makeContact(acme, 'holder', { email: 'held@example.com' });
    const { status, body } = await upsert('ref:other', { email: 'HELD@example.com' });
    expect([status, body.code, body.contact]).toEqual([409, 'email_taken', 'ref:holder']);
    expect((await acme.ask('getContact', { path: { contact: 'ref:other' } })).status).toBe(404);
    expect((await upsert('ref:holder', { email: 'Held@example.com' })).body.data.email).toBe('Held@example.com');
  });

  it('may be long and have an international domain', async () => {
    const long = `${'a'.repeat(64)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.ex`;
    expect((await upsert('ref:long', { email: long })).body.data?.email).toBe(long);
    expect((await upsert('ref:idn', { email: 'jürgen@bücher.example' })).body.data?.email).toBe(
      'jürgen@bücher.example',
    );
    const longer = `${'a'.repeat(64)}@${`${'b'.repeat(62)}.`.repeat(3)}example`;
    expect((await upsert('ref:longer', { email: longer })).body.errors).toHaveProperty('email');
  });
});

describe('consent', () => {
  it('dated at or before the latest opt-out changes nothing', async () => {
    await makeContact(acme, 'leaver', { marketing: { state: 'unsubscribed', at: '2026-03-02T10:00:00Z' } });
    for (const at of ['2026-03-02T10:00:00.000Z', '2026-03-01T10:00:00Z']) {
      const refused = await upsert('ref:leaver', { marketing: { state: 'subscribed', at }, locale: 'de' });
      expect([refused.status, refused.body.code]).toEqual([409, 'consent_older_than_opt_out']);
    }
    const kept = await acme.ask('getContact', { path: { contact: 'ref:leaver' } });
    expect(kept.body.data).toMatchObject({ status: 'unsubscribed', locale: null });
    const back = await upsert('ref:leaver', { marketing: { state: 'subscribed', at: '2026-03-02T10:00:00.001Z' } });
    expect([back.status, back.body.data.status]).toEqual([200, 'subscribed']);
  });

  it('in the future is refused', async () => {
    const later = { state: 'subscribed', at: '2999-01-01T00:00:00Z' };
    const { status, body } = await upsert('ref:future', { email: 'future@example.com', marketing: later });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['marketing.at']]);
  });
});

describe('faults', () => {
  it('of the shape are told by their paths', async () => {
    const { status, body } = await upsert('ref:bob', {
      email: null,
      marketing: { state: 'cleaned', when: 1 },
      tags: 'vip',
      pixel_consent_at: '2026-03-01',
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        email: ['must be a string'],
        'marketing.state': ['must be one of subscribed, unsubscribed'],
        'marketing.at': ['is required'],
        'marketing.when': ['is not a known field'],
        tags: ['must be an array such as ["vip","newsletter"], not a string'],
        pixel_consent_at: ['must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z'],
      },
    ]);
  });

  it('of the values too', async () => {
    await makeContact(acme, 'bad');
    const cases: readonly (readonly [object, string])[] = [
      [{ attributes: { unknown: 1 } }, 'attributes.unknown'],
      [{ attributes: { plan: 1 } }, 'attributes.plan'],
      [{ attributes: { seats: '4' } }, 'attributes.seats'],
      [{ attributes: { born: '2026-02-30' } }, 'attributes.born'],
      [{ attributes: { plan: ['pro'] } }, 'attributes.plan'],
      [{ attributes: { __proto__: null, constructor: 1 } }, 'attributes.constructor'],
      [{ email: 'nobody' }, 'email'],
      [{ email: 'a@b@c.example' }, 'email'],
      [{ locale: 'not a tag' }, 'locale'],
      [{ tags: Array.from({ length: 51 }, (_, at) => `t${at}`) }, 'tags'],
      [{ tags: [''] }, 'tags.0'],
    ];
    for (const [change, path] of cases) {
      const { status, body } = await upsert('ref:bad', change);
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(change)).toEqual([422, [path]]);
    }
    expect((await upsert('ref:nobody', { locale: 'de' })).body.errors).toHaveProperty('email');
  });

  it('of required attributes come when the contact is made, and when one is cleared', async () => {
    const strict = await openPlatform('Strict');
    await strict.ask('createAttributeDefinition', {
      body: { key: 'plan', name: 'Plan', type: 'string', required: true },
    });
    const ask = (body: object) => strict.ask('upsertContact', { path: { contact: 'ref:ada' }, body });
    expect((await ask({ email: 'ada@example.com' })).body.errors).toHaveProperty(['attributes.plan']);
    expect((await ask({ email: 'ada@example.com', attributes: { plan: 'pro' } })).status).toBe(201);
    expect((await ask({ attributes: { plan: null } })).body.errors).toHaveProperty(['attributes.plan']);
    expect((await ask({ locale: 'de' })).status).toBe(200);
  });
});
