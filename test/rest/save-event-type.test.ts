import { describe, expect, it } from 'vitest';
import { openPlatform } from './harness/platform.ts';
import { makeEventType } from './harness/samples.ts';
import { refusesAsUsual, stranger } from './harness/usual-refusals.ts';

const acme = await openPlatform();
const save = (name: string, fields: unknown) => acme.ask('saveEventType', { path: { name }, body: { fields } });

refusesAsUsual('saveEventType', acme, () => ({ path: { name: 'order.new' }, body: { fields: [] } }));

const everyField = [
  { name: 'order_number', type: 'string', required: true },
  { name: 'customer_name', type: 'string', required: false, fallback: 'there' },
  { name: 'total', type: 'number', fallback: '0' },
  { name: 'gift', type: 'boolean' },
  { name: 'due', type: 'date' },
  { name: 'sent', type: 'datetime' },
  { name: 'link', type: 'url' },
  { name: 'reply', type: 'email' },
  { name: 'address', type: 'object', fields: [{ name: 'city', type: 'string' }] },
  { name: 'items', type: 'list', fields: [{ name: 'unit_price', type: 'number' }] },
  { name: 'codes', type: 'list', items: { type: 'string' } },
];

describe('an event type', () => {
  it('is made and changed by one PUT', async () => {
    const made = await save('order.shipped', everyField);
    expect(made.status).toBe(201);
    expect(made.body.data.fields.map(({ name }: { name: string }) => name)).toEqual(everyField.map(({ name }) => name));
    expect(made.body.data.fields[3]).toEqual({ name: 'gift', type: 'boolean', required: false, fallback: null });
    const same = await save('order.shipped', everyField);
    expect([same.status, same.body.data.fields]).toEqual([200, made.body.data.fields]);
    const fewer = await save('order.shipped', everyField.slice(0, 1));
    expect([fewer.status, fewer.body.data.fields]).toEqual([200, made.body.data.fields.slice(0, 1)]);
  });

  it.each([[{}], [[]]])('without fields takes %j', async (fields) => {
    const { status, body } = await save(`ping.${JSON.stringify(fields).length}${Array.isArray(fields)}`, fields);
    expect([status, body.data.fields]).toEqual([201, []]);
  });

  it('keeps the fields that its template reads', async () => {
    await makeEventType(acme, 'order.read');
    const { status, body } = await save('order.read', [{ name: 'order_number', type: 'string', required: true }]);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['fields']]);
    expect(body.errors.fields[0]).toContain('customer_name');
  });
});

describe('examples', () => {
  const put = (name: string, body: object) => acme.ask('saveEventType', { path: { name }, body });
  const fields = [{ name: 'order_number', type: 'string', required: true }];
  const examples = [
    { name: 'One item', payload: { order_number: 'US-1' } },
    { name: 'In German', locale: 'de', payload: { order_number: 'DE-1' } },
  ];

  it('are kept with the fields, and absent where there are none', async () => {
    expect((await put('shown', { fields })).body.data).not.toHaveProperty('examples');
    expect((await put('shown', { fields, examples })).body.data.examples).toEqual(examples);
    expect((await put('shown', { fields })).body.data.examples).toEqual(examples);
    const list = await acme.ask('listEventTypes');
    expect(list.body.data.find(({ name }: { name: string }) => name === 'shown').examples).toEqual(examples);
    expect((await put('shown', { fields, examples: null })).body.data).not.toHaveProperty('examples');
  });

  it('are told their faults by their paths, with those of the fields', async () => {
    const { status, body } = await put('faulty', {
      fields: [{ name: '1st', type: 'string' }],
      examples: [{ name: '', payload: [] }, { name: 'x'.repeat(65), payload: {}, note: 'x' }, {}],
    });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).toSorted()).toEqual([
      'examples.0.name',
      'examples.0.payload',
      'examples.1.name',
      'examples.1.note',
      'examples.2.name',
      'examples.2.payload',
      'fields.0.name',
    ]);
    const unfit = await put('faulty', { fields, examples: [{ name: 'Unfit', payload: {} }] });
    expect([unfit.status, unfit.body.errors]).toEqual([422, { 'examples.0.payload.order_number': ['is required'] }]);
  });
});

describe('faults', () => {
  it('of the shape are told by their paths, that of the name too', async () => {
    const { status, body } = await save('-bad', [
      { name: '1st', type: 'text' },
      { name: 'a', type: 'list', fields: [{ typ: 'string' }] },
    ]);
    expect([status, body.errors]).toEqual([
      422,
      {
        name: ['must be 1 to 128 letters, digits, ".", "_" or "-", and start with a letter or digit'],
        'fields.0.name': ['must be 1 to 64 letters, digits or "_", and not start with a digit'],
        'fields.0.type': [expect.stringMatching(/^must be one of string, /)],
        'fields.1.fields.0.name': ['is required'],
        'fields.1.fields.0.type': ['is required'],
        'fields.1.fields.0.typ': ['is not a known field; did you mean `type`?'],
      },
    ]);
    for (const fields of [undefined, null, 'x', { a: 1 }]) {
      expect(Object.keys((await save('shape', fields)).body.errors)).toEqual(['fields']);
    }
  });

  it('of the rules too', async () => {
    const deep = (levels: number): object => ({
      name: 'a',
      ...(levels === 1 ? { type: 'string' } : { type: 'object', fields: [deep(levels - 1)] }),
    });
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [
        [
          { name: 'a', type: 'string' },
          { name: 'a', type: 'number' },
        ],
        /^fields\.1/,
      ],
      [[{ name: 'a', type: 'number', fallback: 'many' }], /^fields\.0\.fallback$/],
      [
        [{ name: 'a', type: 'object', fields: [{ name: 'b', type: 'string' }], fallback: 'x' }],
        /^fields\.0\.fallback$/,
      ],
      [[{ name: 'a', type: 'object' }], /^fields\.0/],
      [[{ name: 'a', type: 'list' }], /^fields\.0/],
      [[{ name: 'a', type: 'string', items: { type: 'string' } }], /^fields\.0/],
      [[deep(4)], /^fields\.0/],
      [Array.from({ length: 101 }, (_, at) => ({ name: `f${at}`, type: 'string' })), /^fields$/],
    ];
    for (const [fields, path] of cases) {
      const { status, body } = await save('rules', fields);
      expect([status, Object.keys(body.errors ?? {})], JSON.stringify(fields).slice(0, 200)).toEqual([
        422,
        [expect.stringMatching(path)],
      ]);
    }
    expect((await save('three.levels', [deep(3)])).status).toBe(201);
  });
});

describe('the days for which content is kept', () => {
  const saveDays = (content_days?: unknown) =>
    acme.ask('saveEventType', { path: { name: 'code.sent' }, body: { fields: [], content_days } });

  it('are taken, kept by a save without them, taken back by null, and shown where there are some', async () => {
    expect((await saveDays()).body.data).not.toHaveProperty('content_days');
    const none = await saveDays(0);
    expect([none.status, none.body.data.content_days]).toEqual([200, 0]);
    expect((await saveDays()).body).toEqual(none.body);
    expect((await saveDays(30)).body.data.content_days).toBe(30);
    expect((await saveDays(null)).body.data).not.toHaveProperty('content_days');
  });

  it('are whole, and at most those of the service', async () => {
    for (const content_days of [-1, 31, 91, 1.5, '7']) {
      const { status, body } = await saveDays(content_days);
      expect([status, Object.keys(body.errors)], String(content_days)).toEqual([422, ['content_days']]);
    }
    const both = await acme.ask('saveEventType', {
      path: { name: 'code.sent' },
      body: { fields: 1, content_days: 31 },
    });
    expect(Object.keys(both.body.errors).toSorted()).toEqual(['content_days', 'fields']);
  });
});

describe('the topic of its mail', () => {
  const saveTopic = (topic?: unknown) =>
    acme.ask('saveEventType', { path: { name: 'letter.sent' }, body: { fields: [], topic } });

  it('is taken, kept by a save without it, taken back by null, and shown where there is one', async () => {
    await acme.ask('createTopic', { body: { key: 'letters', name: 'Letters' } });
    expect((await saveTopic()).body.data).not.toHaveProperty('topic');
    const named = await saveTopic('letters');
    expect([named.status, named.body.data.topic]).toEqual([200, 'letters']);
    expect((await saveTopic()).body).toEqual(named.body);
    expect((await saveTopic(null)).body.data).not.toHaveProperty('topic');
  });

  it('is one of the platform', async () => {
    const other = await stranger();
    await other.ask('createTopic', { body: { key: 'theirs', name: 'Theirs' } });
    for (const topic of ['theirs', 'Letters', '', 7]) {
      const { status, body } = await saveTopic(topic);
      expect([status, Object.keys(body.errors)], String(topic)).toEqual([422, ['topic']]);
    }
  });
});
