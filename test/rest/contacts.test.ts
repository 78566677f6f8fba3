import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Platform, type Service } from './service.ts';

let service: Service;
let platform: Platform;
let contacts: string;
beforeAll(async () => {
  service = await openService();
  platform = await service.platform();
  contacts = `${platform.home}/contacts`;
  await platform.ask('POST', '/attribute-definitions', { key: 'plan', name: 'Plan', type: 'string' });
});
afterAll(() => service.close());

describe('a contact', () => {
  it('is made by its reference and changed by both address forms', async () => {
    const at = '2026-03-01T10:00:00+01:00';
    const made = await platform.ask('PUT', `${contacts}/ref:ada`, { email: 'Ada@example.com' });
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
    const changed = await platform.ask('PUT', `${contacts}/${made.body.data.id}`, {
      attributes: { plan: 'pro' },
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
      marketing: { state: 'subscribed', at: '2026-03-01T09:00:00.000Z', consented_by_key: platform.apiKeyId },
      pixel_consent_at: '2026-03-01T09:00:00.000Z',
      attributes: { plan: 'pro' },
      tags: [{ name: 'VIP', color_code: null }],
    });
    const withdrawn = await platform.ask('PUT', `${contacts}/ref:ada`, { pixel_consent_at: null, locale: null });
    expect(withdrawn.body.data).toMatchObject({ pixel_consent_at: null, locale: null, attributes: { plan: 'pro' } });
    expect((await platform.ask('GET', `${contacts}/ref:ada`)).body).toEqual(withdrawn.body);
  });

  it('is refused with each fault under its path', async () => {
    const { status, body } = await platform.ask('PUT', `${contacts}/ref:bob`, {
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
        tags: ['must be an array'],
        pixel_consent_at: ['must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z'],
      },
    ]);
    const later = { state: 'subscribed', at: '2999-01-01T00:00:00Z' };
    const verb = await platform.ask('PUT', `${contacts}/ref:bob`, {
      email: 'bob@example.com',
      attributes: { unknown: 1 },
      marketing: later,
    });
    expect([verb.status, Object.keys(verb.body.errors).toSorted()]).toEqual([
      422,
      ['attributes.unknown', 'marketing.at'],
    ]);
  });

  it('names who holds an address', async () => {
    await platform.ask('PUT', `${contacts}/ref:holder`, { email: 'held@example.com' });
    const { status, body } = await platform.ask('PUT', `${contacts}/ref:other`, { email: 'HELD@example.com' });
    expect([status, body.code, body.contact]).toEqual([409, 'email_taken', 'ref:holder']);
  });

  it('that nobody knows is not found, by id even to be changed', async () => {
    const unknown = `${contacts}/01ARZ3NDEKTSV4RRFFQ69G5FAV`;
    expect((await platform.ask('GET', `${contacts}/ref:nobody`)).status).toBe(404);
    expect((await platform.ask('PUT', unknown, { email: 'x@example.com' })).status).toBe(404);
    const other = await service.platform('Other');
    expect((await other.ask('GET', `${contacts}/ref:ada`)).status).toBe(404);
    expect((await other.ask('PUT', `${contacts}/ref:new`, { emial: 1 })).status).toBe(404);
  });
});

describe('the list of contacts', () => {
  it('is filtered by part of the address, state and tag', async () => {
    const found = async (query: string) =>
      (await platform.ask('GET', `${contacts}?${query}`)).body.data.map(
        ({ reference }: { reference: string }) => reference,
      );
    expect(await found('search=ADA')).toEqual(['ada']);
    expect(await found('status=subscribed')).toEqual(['ada']);
    expect(await found('status=cleaned')).toEqual([]);
    expect(await found('tag=nothing')).toEqual([]);
  });

  it('refuses a filter that cannot exist', async () => {
    const { status, body } = await platform.ask('GET', `${contacts}?status=foo&tag=${'x'.repeat(65)}&page=2`);
    expect([status, body.errors]).toEqual([
      422,
      {
        status: ['must be one of pending, subscribed, unsubscribed, cleaned'],
        tag: ['must have at most 64 characters'],
        page: ['is not a known parameter'],
      },
    ]);
  });
});

it('a batch gives each item its own result, in order', async () => {
  const { status, body } = await platform.ask('POST', `${contacts}/batch`, {
    contacts: [
      { reference: 'one', email: 'one@example.com', pixel_consent_at: '2026-03-01T10:00:00+01:00' },
      { reference: 'two', email: 'two@example.com', pixelConsentAt: null },
      7,
      { reference: 'three', email: 'held@example.com' },
      {
        reference: 'one',
        pixel_consent_at: '2999-01-01T00:00:00Z',
        marketing: { state: 'subscribed', at: '2999-01-01T00:00:00Z' },
      },
      { reference: 'one', locale: 'de' },
    ],
  });
  expect(status).toBe(200);
  const refused = { result: 'refused', code: 'validation_failed' };
  expect(body.data).toMatchObject([
    { reference: 'one', result: 'created' },
    { reference: 'two', ...refused, errors: { pixelConsentAt: ['is not a known field'] } },
    { reference: null, ...refused, errors: { body: ['must be an object'] } },
    { reference: 'three', result: 'refused', code: 'email_taken', contact: 'ref:holder' },
    { reference: 'one', ...refused, errors: { 'marketing.at': expect.any(Array) } },
    { reference: 'one', result: 'updated' },
  ]);
  expect(Object.keys(body.data[0])).toEqual(['reference', 'result', 'id']);
  expect((await platform.ask('GET', `${contacts}/ref:one`)).body.data).toMatchObject({
    locale: 'de',
    pixel_consent_at: '2026-03-01T09:00:00.000Z',
  });
});

it('tags are added and taken away, and the contact deleted', async () => {
  await platform.ask('PUT', `${contacts}/ref:tagged`, { email: 'tagged@example.com', tags: ['red'] });
  const added = await platform.ask('POST', `${contacts}/ref:tagged/tags`, { tags: ['blue', 'red'] });
  expect(added.body.data.tags.map(({ name }: { name: string }) => name)).toEqual(['blue', 'red']);
  expect((await platform.ask('POST', `${contacts}/ref:tagged/tags`, { tags: [] })).body.errors).toEqual({
    tags: ['must have at least 1 item'],
  });
  const [{ key }] = added.body.data.tags;
  expect((await platform.ask('DELETE', `${contacts}/ref:tagged/tags/${key}`)).status).toBe(204);
  expect((await platform.ask('DELETE', `${contacts}/ref:tagged/tags/${key}`)).status).toBe(204);
  expect((await platform.ask('DELETE', `${contacts}/ref:tagged`)).status).toBe(204);
  expect((await platform.ask('DELETE', `${contacts}/ref:tagged`)).status).toBe(404);
});
