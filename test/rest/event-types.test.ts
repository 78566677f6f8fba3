import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService, type Platform, type Service } from './service.ts';

let service: Service;
let platform: Platform;
beforeAll(async () => {
  service = await openService();
  platform = await service.platform();
});
afterAll(() => service.close());

const template = {
  subject: 'Order {{ event.order_number }}',
  from_local_part: 'orders',
  display_name: 'The shop',
  composition: {
    editorVersion: 3,
    target: 'email',
    document: {
      settings: {},
      theme: {},
      blocks: [{ id: 'title', type: 'heading', attrs: { text: 'Hello {{ event.customer_name }}', level: 1 } }],
    },
  },
};
const fields = [
  { name: 'order_number', type: 'string', required: true },
  { name: 'customer_name', type: 'string', required: false, fallback: 'there' },
  { name: 'items', type: 'list', fields: [{ name: 'unit_price', type: 'number' }] },
  { name: 'codes', type: 'list', items: { type: 'string' } },
];

describe('attribute definitions', () => {
  it('are made, renamed and listed by key', async () => {
    const made = await platform.ask('POST', '/attribute-definitions', { key: 'plan', name: 'Plan', type: 'string' });
    expect([made.status, made.body.data]).toMatchObject([201, { key: 'plan', required: false }]);
    await platform.ask('POST', '/attribute-definitions', { key: 'age', name: 'Age', type: 'number', required: true });
    expect((await platform.ask('PATCH', '/attribute-definitions/plan', { name: 'Tariff' })).body.data.name).toBe(
      'Tariff',
    );
    const { body } = await platform.ask('GET', '/attribute-definitions');
    expect(body.data.map(({ key }: { key: string }) => key)).toEqual(['age', 'plan']);
  });

  it('are refused', async () => {
    const again = await platform.ask('POST', '/attribute-definitions', { key: 'plan', name: 'Plan', type: 'string' });
    expect([again.status, again.body.code]).toEqual([409, 'key_taken']);
    const { body } = await platform.ask('POST', '/attribute-definitions', { key: 'Plan', name: '', type: 'text' });
    expect(body.errors).toEqual({
      key: ['must be 1 to 64 lower-case letters, digits or "_"'],
      name: ['must not be empty'],
      type: ['must be one of string, number, boolean, date'],
    });
    expect((await platform.ask('PATCH', '/attribute-definitions/plan', { type: 'date' })).body.errors).toEqual({
      name: ['is required'],
      type: ['is not a known field'],
    });
    expect((await platform.ask('PATCH', '/attribute-definitions/none', { name: 'x' })).status).toBe(404);
  });
});

describe('event types', () => {
  it('are made and changed by one PUT', async () => {
    const made = await platform.ask('PUT', '/event-types/order.shipped', { fields });
    expect(made.status).toBe(201);
    expect(made.body.data).toMatchObject({
      name: 'order.shipped',
      fields: [{ fallback: null }, { fallback: 'there' }, {}, {}],
    });
    const same = await platform.ask('PUT', '/event-types/order.shipped', { fields });
    expect([same.status, same.body.data.fields]).toEqual([200, made.body.data.fields]);
    expect((await platform.ask('GET', '/event-types/order.shipped')).body).toEqual(same.body);
    const empty = await platform.ask('PUT', '/event-types/ping', { fields: {} });
    expect([empty.status, empty.body.data.fields]).toEqual([201, []]);
    const { body } = await platform.ask('GET', '/event-types');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['order.shipped', 'ping']);
    expect((await platform.ask('DELETE', '/event-types/ping')).status).toBe(204);
    expect((await platform.ask('GET', '/event-types/ping')).status).toBe(404);
  });

  it('are refused under the path of each field, and of their name', async () => {
    const { status, body } = await platform.ask('PUT', '/event-types/-bad', {
      fields: [
        { name: '1st', type: 'text' },
        { name: 'a', type: 'list', fields: [{ typ: 'string' }] },
      ],
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        name: ['must be 1 to 128 letters, digits, ".", "_" or "-", and start with a letter or digit'],
        'fields.0.name': ['must be 1 to 64 letters, digits or "_", and not start with a digit'],
        'fields.0.type': [expect.stringMatching(/^must be one of string, /)],
        'fields.1.fields.0.name': ['is required'],
        'fields.1.fields.0.type': ['is required'],
        'fields.1.fields.0.typ': ['is not a known field'],
      },
    ]);
    expect((await platform.ask('GET', '/event-types/-bad')).status).toBe(404);
  });
});

describe('templates', () => {
  const path = '/event-types/order.shipped/template';

  it('are saved in versions', async () => {
    expect((await platform.ask('GET', path)).status).toBe(404);
    const first = await platform.ask('PUT', path, template);
    expect(first.status).toBe(201);
    expect(first.body.data).toMatchObject({
      ...template,
      version: 1,
      reply_to: null,
      locale: 'en',
      translations: {},
      variables: { event: ['customer_name', 'order_number'], contact: [], system: [] },
      restored_from: null,
    });
    expect((await platform.ask('PUT', path, template)).body).toEqual(first.body);
    const second = await platform.ask('PUT', path, { ...template, subject: 'Shipped', base_version: 1 });
    expect([second.status, second.body.data.version]).toEqual([200, 2]);
    expect((await platform.ask('GET', path)).body).toEqual(second.body);
    const late = await platform.ask('PUT', path, { ...template, subject: 'Late', base_version: 1 });
    expect([late.status, late.body.code, Object.keys(late.body.errors)]).toEqual([
      409,
      'version_conflict',
      ['base_version'],
    ]);
    const restored = await platform.ask('POST', `${path}/versions/1/restore`);
    expect(restored.body.data).toMatchObject({ version: 3, restored_from: 1, subject: template.subject });
    const { body } = await platform.ask('GET', `${path}/versions`);
    expect(body.data.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
    for (const version of ['9', '0', '01', 'x', '99999999999']) {
      expect((await platform.ask('POST', `${path}/versions/${version}/restore`)).status).toBe(404);
    }
  });

  it('are refused under the paths of the request', async () => {
    const shape = await platform.ask('PUT', path, {
      ...template,
      from_local_part: undefined,
      display_name: 'x'.repeat(256),
      composition: { editorVersion: 2, target: 'email', document: {} },
      translations: { de: { subject: { txt: 'x' } } },
    });
    expect([shape.status, shape.body.errors]).toEqual([
      422,
      {
        from_local_part: ['is required'],
        display_name: ['must have at most 255 characters'],
        'composition.editorVersion': ['must be 3'],
        'composition.document.blocks': ['is required'],
        'translations.de.subject.text': ['is required'],
        'translations.de.subject.txt': ['is not a known field'],
      },
    ]);
    const verb = await platform.ask('PUT', path, {
      ...template,
      from_local_part: 'a b',
      display_name: '{{ event.nobody }}',
    });
    expect([verb.status, Object.keys(verb.body.errors)]).toEqual([422, expect.arrayContaining(['from_local_part'])]);
    expect((await platform.ask('PUT', '/event-types/none/template', template)).status).toBe(404);
  });

  it('and types belong to their platform', async () => {
    const other = await service.platform('Other');
    for (const [method, at, body] of [
      ['GET', '/event-types/order.shipped'],
      ['GET', path],
      ['GET', `${path}/versions`],
      ['PUT', path, template],
      ['POST', `${path}/versions/1/restore`],
      ['DELETE', '/event-types/order.shipped'],
    ] as const) {
      expect((await other.ask(method, at, body)).status, `${method} ${at}`).toBe(404);
    }
    expect((await other.ask('GET', '/event-types')).body.data).toEqual([]);
  });
});
