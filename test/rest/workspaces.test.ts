import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Platform, type Service } from './service.ts';

let service: Service;
let platform: Platform;
beforeAll(async () => {
  service = await openService();
  platform = await service.platform();
});
afterAll(() => service.close());

describe('a workspace', () => {
  it('is made, read by both address forms, and changed', async () => {
    const made = await platform.ask('POST', '/workspaces', { name: 'Bakery', reference: 'bakery-1' });
    expect(made.status).toBe(201);
    expect(made.body.data).toEqual({
      id: expect.stringMatching(/^[0-9A-Z]{26}$/),
      reference: 'bakery-1',
      name: 'Bakery',
      timezone: 'UTC',
      locale: 'en',
      status: 'active',
      created_at: service.world.now().toISOString(),
      sending: { state: 'blocked', reason: 'no_identity' },
      health: { state: 'ramping', reason: null, since: service.world.now().toISOString() },
    });
    const { id } = made.body.data;
    for (const address of [id, 'ref:bakery-1']) {
      expect((await platform.ask('GET', `/workspaces/${address}`)).body).toEqual(made.body);
    }
    const changed = await platform.ask('PATCH', `/workspaces/${id}`, { timezone: 'Europe/Berlin' });
    expect([changed.status, changed.body.data]).toEqual([200, { ...made.body.data, timezone: 'Europe/Berlin' }]);
    expect((await platform.ask('PATCH', `/workspaces/${id}`, {})).body).toEqual(changed.body);
  });

  it('is refused with each fault under its field', async () => {
    const { status, body } = await platform.ask('POST', '/workspaces', {
      name: 7,
      refrence: 'x',
      locale: 'x'.repeat(17),
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        name: ['must be a string'],
        reference: ['is required'],
        refrence: ['is not a known field'],
        locale: ['must have at most 16 characters'],
      },
    ]);
    const verb = await platform.ask('POST', '/workspaces', {
      name: 'a@example.com',
      reference: 'a',
      timezone: 'Mars/One',
    });
    expect([verb.status, Object.keys(verb.body.errors)]).toEqual([422, ['name', 'timezone']]);
    const kept = await platform.ask('PATCH', platform.home, { reference: null });
    expect([kept.status, kept.body.errors]).toEqual([422, { reference: ['must be a string'] }]);
  });

  it('has a reference of its own', async () => {
    expect((await platform.ask('POST', '/workspaces', { name: 'Again', reference: 'shop' })).body.code).toBe(
      'reference_taken',
    );
  });

  it('answers another platform as one that does not exist, whatever is sent', async () => {
    const other = await service.platform('Other');
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['PATCH', { nmae: 'x' }]] as const) {
      const foreign = await other.ask(method, platform.home, body);
      const unknown = await other.ask(method, '/workspaces/01ARZ3NDEKTSV4RRFFQ69G5FAV', body);
      expect(foreign.status).toBe(404);
      expect({ ...foreign.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    }
  });

  it('is listed newest first, on pages that show each once while others come', async () => {
    const owner = await service.platform('Many');
    for (let number = 1; number <= 101; number++) {
      await owner.ask('POST', '/workspaces', { name: `Number ${number}`, reference: `n-${number}` });
    }
    const seen: string[] = [];
    let path: string | null = '/workspaces';
    while (path !== null) {
      const { body } = await owner.ask('GET', path);
      seen.push(...body.data.map(({ reference }: { reference: string }) => reference));
      if (seen.length === 50) await owner.ask('POST', '/workspaces', { name: 'Late', reference: 'late' });
      expect(body.meta).toMatchObject({ path: 'http://tidings.test/v1/workspaces', per_page: 50 });
      path = body.links.next?.slice('http://tidings.test/v1'.length) ?? null;
    }
    expect(seen).toEqual([...Array.from({ length: 101 }, (_, at) => `n-${101 - at}`), 'shop']);
  });
});
