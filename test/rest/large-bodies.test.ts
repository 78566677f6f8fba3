/** The largest bodies of the OpenAPI file succeed, and hostile bodies of the same size are rejected quickly. */
import { describe, expect, it } from 'vitest';
import { everyWay } from '../support/every-way.ts';
import { openPlatform } from './harness/platform.ts';
import { emitOf, makeEventType, simulated } from './harness/samples.ts';

const acme = await openPlatform();
const letters = [...'abcdefghij'];
await makeEventType(acme, 'order.shipped');
await acme.ask('saveEventType', {
  path: { name: 'report.made' },
  body: {
    fields: [
      { name: 'note', type: 'string', required: false },
      {
        name: 'rows',
        type: 'list',
        required: true,
        fields: letters.map((name) => ({ name, type: 'number', required: false })),
      },
    ],
  },
});

const patience = 120_000;

/** A PDF of so many bytes, in base64. */
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(bytes - 9)]).toString('base64');

/** A sixth of the cases in `npm test`, all of them with `EVERY_WAY=1`. */
const inPart = <Case>(cases: readonly Case[]) => (everyWay ? cases : cases.filter((_, at) => at % 6 === 0));

describe('the largest that is taken', () => {
  it('is an emit with 10 files of 10,000,000 bytes in all', { timeout: patience }, async () => {
    const files = (last: number) =>
      Array.from({ length: 10 }, (_, at) => ({ filename: `${at}.pdf`, content: pdf(at < 9 ? 1_000_000 : last) }));
    const emit = (key: string, last: number) =>
      acme.ask('emitEvent', { body: emitOf('order.shipped', key, { attachments: files(last) }) });
    const { status, body } = await emit('files', 1_000_000);
    expect(status).toBe(202);
    // The same body again is known as the same, and another is not.
    const again = await emit('files', 1_000_000);
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([202, 'true', body]);
    expect((await emit('files', 999_999)).body.code).toBe('idempotency_key_reused');
    const over = await emit('more-files', 1_000_001);
    expect([over.status, Object.keys(over.body.errors)]).toEqual([422, ['attachments']]);
  });

  it('is a payload of 524,288 bytes with a list of 5,000 objects', { timeout: patience }, async () => {
    const rows = Array.from({ length: 5_000 }, () => Object.fromEntries(letters.map((name) => [name, 12_345])));
    const payload = (bytes: number) => {
      const empty = JSON.stringify({ rows, note: '' });
      return { rows, note: 'x'.repeat(bytes - empty.length) };
    };
    const emit = (key: string, bytes: number) =>
      acme.ask('emitEvent', { body: emitOf('report.made', key, { payload: payload(bytes) }) });
    expect((await emit('rows', 524_288)).status).toBe(202);
    const over = await emit('more-rows', 524_289);
    expect([over.status, Object.keys(over.body.errors)]).toEqual([422, ['payload']]);
  });

  it('is a batch of 500 contacts with 50 tags and 100 attributes each', { timeout: patience }, async () => {
    const keys = Array.from({ length: 100 }, (_, at) => `attribute_${at}`);
    for (const key of keys) await acme.ask('createAttributeDefinition', { body: { key, name: key, type: 'string' } });
    const contacts = Array.from({ length: 500 }, (_, at) => ({
      reference: `c-${at}`,
      email: `c-${at}@example.com`,
      tags: Array.from({ length: 50 }, (_tag, tag) => `Tag ${tag}`),
      attributes: Object.fromEntries(keys.map((key) => [key, `${key} of ${at}`])),
    }));
    for (const result of ['created', 'updated']) {
      const { status, body } = await acme.ask('upsertContacts', { body: { contacts } });
      expect(status).toBe(200);
      expect(body.data.filter((item: { readonly result: string }) => item.result !== result)).toEqual([]);
    }
    const { body } = await acme.ask('getContact', { path: { contact: 'ref:c-499' } });
    expect([Object.keys(body.data.attributes).length, body.data.tags.length]).toEqual([100, 50]);
  });

  it('is a template of 500 blocks in 100 languages', { timeout: patience }, async () => {
    const blocks = Array.from({ length: 500 }, (_, at) => ({ id: `b${at}`, type: 'text', attrs: { text: 'abc' } }));
    const texts = Object.fromEntries(blocks.map(({ id }) => [`${id}.text`, { text: 'a', source: 'abc' }]));
    const locales = Array.from({ length: 100 }, (_, at) => `de-${String.fromCharCode(65 + at / 10, 65 + (at % 10))}`);
    const template = {
      subject: 'Order',
      from_local_part: 'orders',
      composition: { editorVersion: 3, target: 'email', document: { settings: {}, theme: {}, blocks } },
      translations: Object.fromEntries(locales.map((locale) => [locale, texts])),
    };
    const saved = await acme.ask('saveTemplate', { path: { name: 'report.made' }, body: template });
    expect(saved.status).toBe(201);
    expect(Object.keys(saved.body.data.translations).length).toBe(100);
  });
});

describe('what is beyond it is refused in few words', () => {
  const mebibyte = 1_048_576;
  const emitWith = (rest: string) =>
    Buffer.from(`{"type":"report.made","idempotency_key":"k","recipient":{"email":"${simulated('k')}"},${rest}}`);
  const many = (count: number, made: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => made(at)).join();

  it.each(
    inPart([
      ['10 million objects', `"payload":{"rows":[${'{},'.repeat(10 * mebibyte)}{}]}`, ['body']],
      ['15 million numbers', `"payload":{"rows":[${'1,'.repeat(15 * mebibyte)}1]}`, ['body']],
      ['one integer of 30 MB', `"payload":{"rows":${'1'.repeat(30 * mebibyte)}}`, ['body']],
      ['30 million levels', `"payload":{"rows":${'['.repeat(30 * mebibyte)}}`, ['body']],
      ['a key of 30 MB', `"payload":{"${'k'.repeat(30 * mebibyte)}":1}`, ['body']],
      ['5 million equal keys', `"payload":{"a":1${',"a":1'.repeat(5 * mebibyte)}}`, ['body']],
      ['a string of 30 MB', `"payload":{"note":"${'x'.repeat(30 * mebibyte)}"}`, ['payload']],
      ['5 million U+0000', `"payload":{"note":"${'\\u0000'.repeat(5 * mebibyte)}"}`, ['payload.note']],
      [
        '15 million line breaks',
        `"payload":{},"attachments":[{"filename":"a.pdf","content":"${'\\n'.repeat(15 * mebibyte)}"}]`,
        ['attachments.0.content', 'payload.rows'],
      ],
      ['90,000 files', `"payload":{},"attachments":[${'{},'.repeat(90_000)}{}]`, ['attachments', 'payload.rows']],
    ] as const),
  )('%s', { timeout: patience }, async (_name, rest, paths) => {
    const { status, body } = await acme.ask('emitEvent', { bytes: emitWith(rest) });
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual(paths);
    expect(JSON.stringify(body).length).toBeLessThan(1_000);
  });

  it.each(
    inPart([
      ['rows that lack all', `"payload":{"rows":[${'1,'.repeat(90_000)}1]}`],
      ['unknown fields', `"payload":{"rows":[],${many(40_000, (at) => `"${'k'.repeat(100)}${at}":1`)}}`],
      ['fields with long names', `"payload":{"rows":[],${many(400, (at) => `"${at}${'k'.repeat(1_000)}":1`)}}`],
      ['strings that cannot be kept', `"payload":{"rows":[${'"\\u0000",'.repeat(90_000)}1]}`],
      ['unknown fields of the request', `"payload":{},${many(40_000, (at) => `"${'k'.repeat(100)}${at}":1`)}`],
      ['a few unknown fields with long names', `"payload":{},${many(400, (at) => `"${at}${'k'.repeat(1_000)}":1`)}`],
    ] as const),
  )('%s', { timeout: patience }, async (_name, rest) => {
    const { status, body } = await acme.ask('emitEvent', { bytes: emitWith(rest) });
    expect(status).toBe(422);
    expect(Object.keys(body.errors).length).toBeLessThanOrEqual(100);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(64_000);
  });

  it('500 contacts with nothing but faults', { timeout: patience }, async () => {
    const attributes = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`${'k'.repeat(50)}${at}`, 'x']));
    const contacts = Array.from({ length: 500 }, (_, at) => ({
      reference: at % 2 ? `r-${at}` : 'x'.repeat(1_000),
      email: `r-${at}@example.com`,
      attributes,
    }));
    const { status, body } = await acme.ask('upsertContacts', { body: { contacts } });
    expect([status, body.data.length]).toEqual([200, 500]);
    for (const [at, { reference, result, errors }] of body.data.entries()) {
      expect([reference, result]).toEqual([at % 2 ? `r-${at}` : null, 'refused']);
      expect(Object.keys(errors).length).toBeGreaterThan(0);
    }
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(500_000);
  });
});
