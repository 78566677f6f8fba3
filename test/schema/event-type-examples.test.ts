/** Examples of an event type: kept with its fields, and taken where a preview, a check or a test mail has no payload. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { createWorld, type Tenant, type World } from '../support/world.ts';

const fields = [
  { name: 'number', type: 'string', required: true },
  { name: 'total', type: 'number' },
  { name: 'items', type: 'list', fields: [{ name: 'sku', type: 'string' }] },
];
const first = {
  name: 'Two items',
  payload: { total: 9.5, number: 'US-1', items: [{ sku: 'KETTLE' }, { sku: 'CUP' }] },
};
const second = { name: 'No items', payload: { number: 'US-2' } };

let world: World;
let tenant: Tenant;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  tenant = await world.tenant({ domain: 'shop.test' });
});

const saveDocument = `mutation ($input: EventTypeSaveInput!) {
  eventTypeSave(name: "order.paid", input: $input) {
    eventType { etag examples { name locale payload fits } }
  }
}`;

async function save(input: object) {
  const { data, refusal, errors } = await tenant.ask(saveDocument, { input: { fields, ...input } });
  if (!refusal && errors.length > 0) throw new Error(JSON.stringify(errors));
  return { shown: data?.eventTypeSave?.eventType, faults: refusal?.details?.errors };
}

const fitting = (...examples: readonly object[]) =>
  examples.map((example) => ({ locale: null, ...example, fits: true }));

describe('examples', () => {
  it('are kept as they were written, and replaced or removed as a whole', async () => {
    expect((await save({})).shown.examples).toBeNull();
    const { shown } = await save({ examples: [first, second] });
    expect(shown.examples).toEqual(fitting(first, second));
    expect(Object.keys(shown.examples[0].payload)).toEqual(['total', 'number', 'items']);
    expect((await save({})).shown).toEqual(shown);
    expect((await save({ contentDays: 7 })).shown.examples).toEqual(shown.examples);
    expect((await save({ examples: [second] })).shown.examples).toEqual(fitting(second));
    for (const examples of [[], null]) {
      await save({ examples: [first] });
      expect((await save({ examples })).shown.examples).toBeNull();
    }
  });

  it('give the event type another tag where they change, and none where they do not', async () => {
    const made = (await save({ examples: [first] })).shown.etag;
    expect((await save({ examples: [first] })).shown.etag).toBe(made);
    expect((await save({ examples: [second] })).shown.etag).not.toBe(made);
  });

  it('must be payloads that the fields accept, each with a name of its own', async () => {
    const examples = [{ name: ' ', payload: {} }, first, first];
    expect((await save({ examples })).faults).toEqual({
      'examples.0.name': ['must not be blank'],
      'examples.2.name': ['is the name of another example'],
    });
    const wrong = [second, { name: 'Wrong', payload: { total: '9', items: [{ skuu: 'A' }] } }];
    expect((await save({ examples: wrong })).faults).toEqual({
      'examples.1.payload.number': ['is required'],
      'examples.1.payload.total': ['must be a number'],
      'examples.1.payload.items.0.skuu': ['is not a field of this event type; did you mean `sku`?'],
    });
  });

  it('are at most ten, of 32,768 bytes together', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ ...second, name: `${n}` }));
    expect((await save({ examples: many(11) })).faults).toEqual({ examples: ['must hold at most 10 examples'] });
    expect((await save({ examples: many(10) })).shown.examples).toHaveLength(10);
    const long = (length: number) => [{ name: 'Long', payload: { number: 'x'.repeat(length) } }];
    const around = JSON.stringify(long(0)).length;
    expect((await save({ examples: long(32_768 - around) })).shown.examples).toHaveLength(1);
    expect((await save({ examples: long(32_769 - around) })).faults).toEqual({
      examples: ['must have at most 32768 bytes of JSON together'],
    });
  });

  it('stay when the fields change, and say that they no longer fit', async () => {
    await save({ examples: [first, second] });
    const { shown } = await save({ fields: fields.filter(({ name }) => name !== 'items') });
    expect(shown.examples).toEqual([
      { ...first, locale: null, fits: false },
      { ...second, locale: null, fits: true },
    ]);
  });
});

const template = {
  subject: 'Order {{ event.number }}',
  fromLocalPart: 'orders',
  composition: { editorVersion: 3, target: 'email', document: { blocks: [] } },
};
const previewDocument = `query ($input: TemplatePreviewInput!) {
  templatePreview(eventType: "order.paid", input: $input) { subject }
}`;

async function preview(input: object) {
  const { data, refusal } = await tenant.ask(previewDocument, { input: { draft: template, ...input } });
  return refusal?.details?.errors ?? data.templatePreview.subject;
}

describe('a preview', () => {
  it('takes the example that it names, the first without a name, and samples where there is none', async () => {
    await save({});
    expect(await preview({})).toBe('Order Number');
    await save({ examples: [first, second] });
    expect(await preview({})).toBe('Order US-1');
    expect(await preview({ example: 'No items' })).toBe('Order US-2');
    expect(await preview({ payload: { number: 'US-3' } })).toBe('Order US-3');
  });

  it('takes the example of its language where there is one', async () => {
    const german = { name: 'In German', locale: 'de', payload: { number: 'DE-1' } };
    const { shown } = await save({ examples: [german, first] });
    expect(shown.examples).toEqual(fitting(german, first));
    expect(await preview({})).toBe('Order US-1');
    expect(await preview({ locale: 'de-AT' })).toBe('Order DE-1');
    expect(await preview({ locale: 'fr' })).toBe('Order US-1');
    expect(await preview({ locale: 'de', example: 'Two items' })).toBe('Order US-1');
    await save({ examples: [german] });
    expect(await preview({ locale: 'fr' })).toBe('Order DE-1');
    const wrong = { ...german, locale: 'german language' };
    expect((await save({ examples: [wrong] })).faults).toEqual({
      'examples.0.locale': ['must be a language tag such as en or pt-BR'],
    });
  });

  it('says what is wrong with the example that it names', async () => {
    await save({ examples: [first, second] });
    expect(await preview({ example: 'No item' })).toEqual({
      example: ['is the name of no example of this event type; did you mean `No items`?'],
    });
    expect(await preview({ example: 'No items', payload: { number: 'US-3' } })).toEqual({
      example: ['must not be sent together with payload'],
    });
    await save({ fields: fields.filter(({ name }) => name !== 'items') });
    expect(await preview({})).toBe('Order US-2');
    expect(await preview({ example: 'Two items' })).toEqual({
      example: [expect.stringMatching(/^no longer suits the fields of the event type: payload\.items is not a field/)],
    });
  });
});

it('a check without payloads measures the largest mail of the examples', async () => {
  await save({});
  const draft = { ...template, subject: 'Order' };
  const bytes = async () => {
    const { data } = await tenant.ask(
      `query ($draft: TemplateSaveInput!) {
        templateCheck(eventType: "order.paid", draft: $draft) { payloads locales { htmlBytes } }
      }`,
      {
        draft: {
          ...draft,
          composition: {
            ...template.composition,
            document: { blocks: [{ id: 'n', type: 'text', attrs: { text: '{{ event.number }}' } }] },
          },
        },
      },
    );
    expect(data.templateCheck.payloads).toBe(0);
    return data.templateCheck.locales[0].htmlBytes;
  };
  const sample = await bytes();
  const long = { name: 'Long', payload: { number: `${'long '.repeat(1_000)}` } };
  await save({ examples: [second, long] });
  expect(await bytes()).toBeGreaterThan(sample + 4_000);
});

it('merge tags show the values of the first example, and samples where it has none', async () => {
  await save({ examples: [{ name: 'One', payload: { number: 'US-1', items: [{ sku: 'KETTLE' }] } }, first] });
  const { data } = await tenant.ask(`{ eventType(name: "order.paid") { mergeTags { path sample forms { text } } } }`);
  const tags = new Map<string, { sample: unknown; forms: { text: string }[] }>(
    data.eventType.mergeTags.map((tag: { path: string }) => [tag.path, tag]),
  );
  expect(tags.get('event.number')).toMatchObject({
    sample: 'US-1',
    forms: [{ text: 'US-1' }, { text: 'US-1' }, { text: 'us-1' }],
  });
  expect(tags.get('event.items.sku')?.sample).toBe('KETTLE');
  expect(tags.get('event.total')?.sample).toBe(42);
});

it('merge tags in a language show the values of its example', async () => {
  await save({ examples: [first, { name: 'In German', locale: 'de', payload: { number: 'DE-1' } }] });
  const { data } = await tenant.ask(`{ eventType(name: "order.paid") { mergeTags(locale: "de") { path sample } } }`);
  expect(data.eventType.mergeTags).toContainEqual({ path: 'event.number', sample: 'DE-1' });
});

it('a real payload becomes an example with its values masked', async () => {
  await save({});
  await emitEvent(tenant.ctx, tenant.workspace, {
    type: 'order.paid',
    idempotencyKey: 'one',
    recipient: { email: 'ada@example.com' },
    payload: { number: 'US-1042', total: 79.9, items: [{ sku: 'Käthe' }] },
  });
  const { data } = await tenant.ask('{ templatePayloads(eventType: "order.paid") { masked } }');
  const [{ masked }] = data.templatePayloads;
  expect(masked).toEqual({ number: 'XX-0000', total: 12.1, items: [{ sku: 'Xxxxx' }] });
  expect((await save({ examples: [{ name: 'Masked', payload: masked }] })).shown.examples).toHaveLength(1);
});

it('examples of another platform are out of reach', async () => {
  await save({ examples: [first] });
  const owner = tenant;
  tenant = await world.tenant();
  await save({});
  expect(await preview({})).toBe('Order Number');
  expect(await preview({ example: 'Two items' })).toEqual({
    example: [expect.stringContaining('is the name of no example')],
  });
  tenant = owner;
  expect(await preview({})).toBe('Order US-1');
});
