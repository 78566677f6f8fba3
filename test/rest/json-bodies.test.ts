/**
 * Bodies of every kind in the public JSON parsing test suite: valid JSON is kept as sent, invalid JSON is rejected, and
 * where parsers differ, one of the two happens and nothing else.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { noJson } from './harness/json-kinds.ts';
import { openPlatform } from './harness/platform.ts';
import { makeContact } from './harness/samples.ts';

const acme = await openPlatform();
const path = { contact: 'ref:kept' };

beforeAll(async () => {
  await acme.ask('createAttributeDefinition', { body: { key: 'text', name: 'Text', type: 'string' } });
  await acme.ask('createAttributeDefinition', { body: { key: 'number', name: 'Number', type: 'number' } });
  await makeContact(acme, 'kept');
});

const send = (bytes: string | Uint8Array) => acme.ask('upsertContact', { path, bytes });

/** The stored value of an attribute that is sent as this JSON text. */
async function kept(key: 'text' | 'number', json: string): Promise<unknown> {
  const { status, body } = await send(`{"attributes":{"${key}":${json}}}`);
  expect(status, JSON.stringify(body)).toBe(200);
  const read = await acme.ask('getContact', { path });
  expect(read.body).toEqual(body);
  return read.body.data.attributes[key];
}

async function faultsOf(bytes: string | Uint8Array): Promise<readonly string[]> {
  const { status, body } = await send(bytes);
  expect(status, JSON.stringify(body)).toBe(422);
  return Object.keys(body.errors);
}

/** A byte string: each character is one byte. */
const raw = (text: string) => Buffer.from(text, 'latin1');

describe('strings that are JSON are kept', () => {
  it.each([
    '"\\u0060\\u012a\\u12AB"',
    '"\\ud801\\udc37"',
    '"\\ud83d\\ude39\\ud83d\\udc8d"',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '"\\\\u0000"',
    '"\\\\a"',
    '"\\u0012"',
    '"\\uFFFF"',
    '"\\uDBFF\\uDFFF"',
    '"new\\u00A0line"',
    '"\\u2028\\u2029"',
    '"\u2028\u2029"',
    '"π"',
    '"\u{1b9ff}"',
    '"asd "',
    '" "',
    '"a/*b*/c/*d//e"',
    '"\\u0061\\u30af\\u30EA\\u30b9"',
    '"\\uFEFF"',
    '"\\u200B\\u2064\\uFDD0\\uFFFE"',
    '"€𝄞"',
    '"aa\u007faa"',
    '"__proto__"',
  ])('%s', async (json) => {
    expect(await kept('text', json)).toBe(JSON.parse(json));
  });
});

describe('numbers that are JSON are kept', () => {
  it.each([
    ...['0', '-0', '123', '123.456789', '-123.123', '1E22', '1e+2', '1E-2', '123e45', '123.456e78', '0e1', '0e+1'],
    ...[
      '20e1',
      '-1',
      '4',
      '1.5',
      '9007199254740992',
      '-9007199254740992',
      '1e21',
      '0.1',
      '5e-324',
      '1.7976931348623157e308',
      '18446744073709551616',
    ],
    '-0.000000000000000000000000000000000000000000000000000000000000000000000000000001',
  ])('%s', async (json) => {
    expect(await kept('number', json)).toBe(JSON.parse(json) + 0);
  });
});

describe('numbers that a double cannot keep are refused', () => {
  it.each(['9007199254740993', '-9007199254740993', '123123123123123123123123123123', '1e400', '-1e+9999', '1E400'])(
    '%s',
    async (json) => {
      expect(await faultsOf(`{"attributes":{"number":${json}}}`)).toEqual(['body']);
    },
  );
});

describe('texts that are no JSON are refused', () => {
  it.each(noJson)('%j', async (value) => {
    expect(await faultsOf(`{"locale":${value}}`)).toEqual(['body']);
  });

  it.each([
    '',
    ' ',
    '{',
    '}',
    '{}}',
    '{}{}',
    '{} x',
    '{"locale":null}\u0000',
    '{"locale":null}]',
    '[]',
    '[{}]',
    'null',
    '"x"',
    '1',
    'x',
  ])('as a whole: %j', async (text) => {
    expect(await faultsOf(text)).toEqual(['body']);
  });
});

describe('bytes that are no UTF-8 are refused', () => {
  it.each([
    '\xff',
    '\xc0\xaf',
    '\xe0\xff',
    '\xed\xa0\x80',
    '\xf4\xbf\xbf\xbf',
    '\xf8\x88\x80\x80\x80',
    '\xfc\x83\xbf\xbf\xbf\xbf',
    '\x81',
    '\xe5',
    '\xe9',
    '\xe6\x97\xa5\xd1',
  ])('%j', async (bytes) => {
    expect(await faultsOf(raw(`{"attributes":{"text":"${bytes}"}}`))).toEqual(['body']);
    expect(await faultsOf(raw(`{"${bytes}":1}`))).toEqual(['body']);
  });

  it('in another encoding', async () => {
    const text = '{"locale":null}';
    expect(await faultsOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(['body']);
    expect(await faultsOf(Buffer.from(text, 'utf16le'))).toEqual(['body']);
  });

  it('but a byte order mark before UTF-8 is none of the text', async () => {
    expect((await send('\ufeff{"locale":null}')).status).toBe(200);
  });
});

describe('strings that cannot be kept are refused under their paths', () => {
  it.each([
    ['"\\u0000"', 'attributes.text'],
    ['"a\\u0000b"', 'attributes.text'],
    ['"\\uDADA"', 'attributes.text'],
    ['"\\uD800\\uD800\\n"', 'attributes.text'],
    ['"\\uDd1e\\uD834"', 'attributes.text'],
    ['"\\uD888\\u1234"', 'attributes.text'],
    ['"\\ud800abc"', 'attributes.text'],
    ['"\\udc00"', 'attributes.text'],
  ])('%s', async (json, at) => {
    expect(await faultsOf(`{"attributes":{"text":${json}}}`)).toEqual([at]);
    expect(await faultsOf(`{"attributes":{${json}:1}}`)).toEqual(['attributes']);
  });
});

describe('objects', () => {
  it('of equal keys count the last', async () => {
    expect(await kept('text', '"first","text":"last"')).toBe('last');
    expect((await send('{"locale":7,"locale":null}')).status).toBe(200);
    expect(await faultsOf('{"locale":null,"locale":7}')).toEqual(['locale']);
  });

  it('may be called anything, and mean nothing else by it', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype', 'toString', '']) {
      const { status, body } = await send(`{"${key}":{"email":"eve@example.com","admin":true}}`);
      expect([status, body.errors], key).toEqual([422, { [key === '' ? 'body' : key]: ['is not a known field'] }]);
      const inner = await send(`{"attributes":{"${key}":"x"}}`);
      expect([inner.status, Object.keys(inner.body.errors)], key).toEqual([422, [`attributes.${key}`]]);
    }
    const { body } = await acme.ask('getContact', { path });
    expect(body.data.email).toBe('kept@example.com');
  });

  it('of great depth are refused', async () => {
    for (const depth of [101, 500, 10_000, 100_000]) {
      const lists = `{"attributes":${'['.repeat(depth)}${']'.repeat(depth)}}`;
      const objects = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
      expect(await faultsOf(lists), String(depth)).toEqual(['body']);
      expect(await faultsOf(objects), String(depth)).toEqual(['body']);
      expect(await faultsOf('['.repeat(depth)), String(depth)).toEqual(['body']);
    }
  });

  it('of many keys are told of some', async () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, at]));
    expect((await faultsOf(JSON.stringify(many))).length).toBeLessThanOrEqual(100);
  });
});

describe('bodies of 40 MB', () => {
  const large = Buffer.alloc(40_000_000, ' ');

  it('are refused where they are announced', async () => {
    for (const operation of ['emitEvent', 'upsertContacts', 'createWorkspace']) {
      const { status, headers } = await acme.ask(operation, { bytes: large });
      expect([status, headers.has('request-id')], operation).toEqual([413, true]);
    }
  });

  it('are refused where they are not', async () => {
    for (const operation of ['emitEvent', 'createWorkspace']) {
      const { status } = await acme.ask(operation, { stream: () => new Blob([large]).stream() });
      expect(status, operation).toBe(413);
    }
    expect((await acme.ask('getKey')).status).toBe(200);
  });

  it('a string of 1.9 MB is refused for what it is', async () => {
    expect(await faultsOf(`{"locale":"${'x'.repeat(1_900_000)}"}`)).toEqual(['locale']);
  });
});
