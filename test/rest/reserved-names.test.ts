import { describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType, payload, simulated, template } from './harness/samples.ts';

const names = ['__proto__', 'constructor', 'prototype'] as const;
const reserved = ['is a reserved name'];
const acme = await openPlatform();
await makeEventType(acme, 'order.shipped');
await acme.ask('saveEventType', {
  path: { name: 'order.nested' },
  body: {
    fields: [
      { name: 'buyer', type: 'object', required: false, fields: [{ name: 'name', type: 'string', required: false }] },
      { name: 'items', type: 'list', required: false, fields: [{ name: 'sku', type: 'string', required: false }] },
    ],
  },
});

/** `value` as JSON in which the key `reserved key` is `name`: an own key, whatever it means to JavaScript. */
const withName = (name: string, value: unknown) => JSON.stringify(value).replaceAll('reserved key', name);
const emit = (name: string, type: string, values: object) =>
  acme.ask('emitEvent', {
    bytes: withName(name, { type, idempotency_key: 'k', recipient: { email: simulated('k') }, payload: values }),
  });

describe.each(names)('%s', (name) => {
  it('is no key of a payload, at any depth', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ ...payload, 'reserved key': { polluted: true } }, `payload.${name}`],
      [{ ...payload, 'reserved key': null }, `payload.${name}`],
      [{ buyer: { 'reserved key': 'x' } }, `payload.buyer.${name}`],
      [{ items: [{ sku: '1' }, { 'reserved key': { a: 1 } }] }, `payload.items.1.${name}`],
      [{ buyer: { name: { deeper: [{ 'reserved key': 1 }] } } }, `payload.buyer.name.deeper.0.${name}`],
    ];
    for (const [values, path] of cases) {
      const type = 'order_number' in values ? 'order.shipped' : 'order.nested';
      const { status, body } = await emit(name, type, values);
      expect([status, body.errors], path).toEqual([422, { [path]: reserved }]);
    }
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('is no key of a preview', async () => {
    const ask = (input: object) =>
      acme.ask('previewTemplate', { path: { name: 'order.shipped' }, bytes: withName(name, input) });
    expect((await ask({ payload: { ...payload, 'reserved key': 1 } })).body.errors).toEqual({
      [`payload.${name}`]: reserved,
    });
    expect((await ask({ contact: { attributes: { 'reserved key': 'x' } } })).body.errors).toEqual({
      [`contact.attributes.${name}`]: reserved,
    });
  });

  it('is no attribute', async () => {
    const { body } = await acme.ask('createAttributeDefinition', { body: { key: name, name: 'X', type: 'string' } });
    expect(body.errors).toEqual({ key: reserved });
    const contact = { email: 'ada@example.com', attributes: { 'reserved key': 'x' } };
    const single = await acme.ask('upsertContact', { path: { contact: 'ref:ada' }, bytes: withName(name, contact) });
    expect(single.body.errors).toEqual({ [`attributes.${name}`]: reserved });
    const batch = await acme.ask('upsertContacts', {
      bytes: withName(name, { contacts: [{ reference: 'ada', ...contact }] }),
    });
    expect(batch.body.data[0]).toMatchObject({ result: 'refused', errors: { [`attributes.${name}`]: reserved } });
    expect((await acme.ask('getContact', { path: { contact: 'ref:ada' } })).status).toBe(404);
  });

  it('is no field, on any level', async () => {
    const field = { name, type: 'string', required: false };
    const fields = [field, { name: 'list', type: 'list', required: false, fields: [field] }];
    const { status, body } = await acme.ask('saveEventType', { path: { name: 'other' }, body: { fields } });
    expect([status, body.errors]).toEqual([422, { 'fields.0.name': reserved, 'fields.1.fields.0.name': reserved }]);
  });

  it('is no unknown field of a body or of an item that would pass unnoticed', async () => {
    const unknown = ['is not a known field'];
    const marketing = { state: 'unsubscribed', at: '2026-01-01T00:00:00Z', 'reserved key': 1 };
    const item = { reference: 'ada', email: 'ada@example.com', 'reserved key': 1, marketing };
    const batch = await acme.ask('upsertContacts', { bytes: withName(name, { contacts: [item] }) });
    expect(batch.body.data[0].errors).toEqual({ [name]: unknown, [`marketing.${name}`]: unknown });
  });
});

it('no __proto__ in a template is lost', async () => {
  const { document } = template.composition;
  const [block] = document.blocks;
  const within = (change: object) => ({
    composition: { ...template.composition, document: { ...document, ...change } },
  });
  const cases: readonly (readonly [object, string])[] = [
    [within({ settings: { 'reserved key': 1 } }), 'composition.document.settings.__proto__'],
    [within({ theme: { 'reserved key': 1 } }), 'composition.document.theme.__proto__'],
    [within({ blocks: [{ ...block, 'reserved key': 1 }] }), 'composition.document.blocks.0.__proto__'],
    [
      within({ blocks: [{ ...block, attrs: { ...block?.attrs, 'reserved key': 1 } }] }),
      'composition.document.blocks.0.attrs.__proto__',
    ],
    [{ translations: { 'reserved key': {} } }, 'translations.__proto__'],
    [{ translations: { de: { 'reserved key': { text: 'x' } } } }, 'translations.de.__proto__'],
    [{ translations: { de: { subject: { text: 'x', 'reserved key': 1 } } } }, 'translations.de.subject.__proto__'],
  ];
  for (const [change, path] of cases) {
    const bytes = withName('__proto__', { ...template, ...change });
    const { status, body } = await acme.ask('saveTemplate', { path: { name: 'order.shipped' }, bytes });
    expect([status, Object.keys(body.errors ?? {})], path).toEqual([422, [path]]);
  }
});
