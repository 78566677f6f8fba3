import { describe, expect, it } from 'vitest';
import { DomainError } from '../../src/ground/errors/errors.ts';
import { readJson } from '../../src/http/json/read-json.ts';

const headers = { 'content-type': 'application/json' };
const read = (text: string) => readJson(Buffer.from(text), headers);

async function faultsOf(text: string) {
  try {
    await read(text);
  } catch (error) {
    if (error instanceof DomainError) return error.details.errors;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a body is kept as it was sent', () => {
  it.each([
    '{"a":[1,1.5,-0.1e-7,1e21,9007199254740992,true,null,"\\u00e9\\ud83d\\ude00"]}',
    '{"constructor":1,"toString":2,"a.b":{"":3}}',
  ])('%s', async (text) => {
    expect(await read(text)).toEqual(JSON.parse(text));
  });

  it('with __proto__ as a key like any other', async () => {
    const body = await read('{"__proto__":{"admin":true}}');
    expect(Object.keys(body ?? {})).toEqual(['__proto__']);
    expect((body as { admin?: boolean }).admin).toBeUndefined();
  });

  it('and of equal keys the last counts', async () => {
    expect(await read('{"a":1,"a":2}')).toEqual({ a: 2 });
  });

  it('without a byte order mark', async () => {
    expect(await read('\ufeff{"a":1}')).toEqual({ a: 1 });
  });
});

describe('what cannot be kept is refused', () => {
  it.each(['12345678901234567890', '-9007199254740993', '1e400', '-1E+999'])('the number %s', async (number) => {
    expect(await faultsOf(`{"a":{"b":[${number}]}}`)).toEqual({
      body: ['holds a number that cannot be kept exactly; send it as a string'],
    });
  });

  it('U+0000 and halves of surrogate pairs, under their paths', async () => {
    const message = ['must not hold U+0000 or half of a surrogate pair'];
    expect(await faultsOf('{"a":{"b":["x","\\u0000"]},"c":"\\ud83d","d\\u0000e":1}')).toEqual({
      'a.b.1': message,
      c: message,
      body: message,
    });
    expect(await faultsOf('{"a":[{"\\udc00":1}]}')).toEqual({ 'a.0': message });
  });

  it('10,000 levels of nesting', async () => {
    const deep = ['must not be nested deeper than 100 levels'];
    expect(await faultsOf(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)).toEqual({ body: deep });
    expect(await faultsOf(`${'{"a":'.repeat(10_000)}1e400${'}'.repeat(10_000)}`)).toEqual({ body: deep });
    await expect(read(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`)).resolves.toBeTypeOf('object');
    expect(await faultsOf(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`)).toEqual({ body: deep });
  });

  it.each([
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    '{"a":+1}',
    '{"a":NaN}',
    '{"a":"\t"}',
    '{"a":1}{}',
    '{"a":1}\u0000',
    '{"a":"\\x"}',
    '{a:1}',
    '// a\n{}',
  ])('text that is no JSON: %j', async (text) => {
    const placed = /^is not well-formed JSON at line \d+, column \d+: /;
    expect(await faultsOf(text)).toEqual({ body: [expect.stringMatching(placed)] });
  });

  it.each([[[0xc0, 0xaf]], [[0xed, 0xa0, 0x80]], [[0xf4, 0x90, 0x80, 0x80]], [[0xe2, 0x82]]])(
    'bytes that are no UTF-8: %j',
    async (bytes) => {
      const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')]);
      await expect(readJson(body, headers)).rejects.toThrow('body: must be UTF-8');
    },
  );
});
