/** Texts that are rejected by their bytes, before a parser reads them; all other texts reach the parser unchanged. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../src/ground/errors/errors.ts';
import { measureJson } from '../../../src/http/json/measure-json.ts';
import { readJson } from '../../../src/http/json/read-json.ts';

const mebibyte = 1_048_576;

/** The fault of a text, or the number of its values. */
async function measured(text: string | Buffer, nodesMax?: number): Promise<number | string> {
  try {
    return (await measureJson(Buffer.from(text as string), nodesMax)).nodes;
  } catch (error) {
    if (error instanceof DomainError) return error.details.errors?.body?.[0] ?? 'nothing';
    throw error;
  }
}

/** Values of parsed JSON: objects, lists and scalars. */
function count(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + count(inner), 1);
}

const anyJson = fc.jsonValue({ maxDepth: 8, stringUnit: 'binary' });

describe('a text within the limits', () => {
  it('is counted as the parser reads it', async () => {
    await fc.assert(
      fc.asyncProperty(anyJson, fc.constantFrom(undefined, 1, '\t'), async (value, space) => {
        const text = JSON.stringify(value, null, space);
        const found = await measured(text);
        // Large integers are sometimes written with other digits than the double has.
        fc.pre(typeof found === 'number' || !/\d{16}/.test(text));
        expect(found).toBe(count(JSON.parse(text)));
      }),
    );
  });

  it('is counted with strings of every length and escapes anywhere', async () => {
    const part = fc.constantFrom(
      'x'.repeat(255),
      'x'.repeat(256),
      'x'.repeat(900),
      '"',
      '\\',
      '\n',
      'é',
      '😀',
      '[{,:1',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(part).map((parts) => parts.join(''))), async (strings) => {
        const value = { list: strings, object: Object.fromEntries(strings.map((text) => [`k${text}`, text])) };
        expect(await measured(JSON.stringify(value))).toBe(count(value));
      }),
    );
  });

  it('tells of escapes that may spell what cannot be stored', async () => {
    const checks = async (text: string) => (await measureJson(Buffer.from(text))).escapesToCheck;
    for (const text of ['"\\u0000"', '"\\ud800"', '"\\uDFFF"', '"\\ud83d\\ude00"', '{"a\\u0000":1}', '"\\\\\\u0000"']) {
      expect(await checks(text), text).toBe(true);
    }
    for (const text of ['"\\u0001"', '"\\u00e9"', '"\\\\u0000"', '"\\\\\\\\ud800"', '"u0000"', '"\\uffff"']) {
      expect(await checks(text), text).toBe(false);
    }
  });

  it('is refused by readJson only where the parser refuses it', async () => {
    const headers = { 'content-type': 'application/json' };
    // JSON with a piece of it changed: mostly malformed, now and then something else.
    const broken = fc
      .tuple(
        fc.dictionary(fc.string(), anyJson),
        fc.nat(),
        fc.constantFrom('', ',', ']', '}', '"', '\\', '1', '-', 'e', ':'),
      )
      .map(([value, at, piece]) => {
        const text = JSON.stringify(value).toWellFormed();
        const place = at % text.length;
        return (text.slice(0, place) + piece + text.slice(place + 1)).toWellFormed();
      });
    await fc.assert(
      fc.asyncProperty(broken, async (text) => {
        const parsed = attempt(() => JSON.parse(text) as unknown);
        const read = await readJson(Buffer.from(text), headers).catch((error: unknown) => error);
        if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
          expect(read).toBeInstanceOf(DomainError);
        } else if (!(read instanceof DomainError)) {
          expect(read).toEqual(parsed);
        } else {
          // A piece more can make a number too long, or cut a surrogate pair.
          expect(read.message).toMatch(/cannot be kept exactly|surrogate pair/);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function attempt<Result>(work: () => Result): Result | null {
  try {
    return work();
  } catch {
    return null;
  }
}

describe('a text beyond the limits', () => {
  it('has too many values', async () => {
    const list = (length: number) => `[${Array.from({ length }, () => '{}').join()}]`;
    expect(await measured(list(99_999))).toBe(100_000);
    expect(await measured(list(100_000))).toBe('must not hold more than 100,000 values');
    expect(await measured(list(10), 10)).toBe('must not hold more than 10 values');
    const object = `{${Array.from({ length: 99_999 }, (_, at) => `"${at}":${at}`).join()}}`;
    expect(await measured(object)).toBe(100_000);
    // Equal keys are as many values as others while they are parsed.
    expect(await measured(`{${'"a":1,'.repeat(100_000)}"a":1}`)).toBe('must not hold more than 100,000 values');
  });

  it('has a number that is too long, or that a double cannot keep', async () => {
    const tooLong = 'must not hold a number of more than 40 digits';
    const lost = 'holds a number that cannot be kept exactly; send it as a string';
    expect(await measured(`[0.${'1'.repeat(40)}]`)).toBe(2);
    expect(await measured(`[0.${'1'.repeat(41)}]`)).toBe(tooLong);
    expect(await measured(`[-0.${'0'.repeat(300)}1e-7]`)).toBe(2);
    expect(await measured(`[0.${'0'.repeat(500)}1]`)).toBe(tooLong);
    expect(await measured(`[1${'0'.repeat(22)}]`)).toBe(2);
    for (const number of ['9007199254740993', '-12345678901234567890', `1${'0'.repeat(30)}`, '1e400', '1.5E+999']) {
      expect(await measured(`{"a":${number}}`), number).toBe(lost);
    }
    for (const number of ['9007199254740992', '1e308', '1e-400', '18446744073709551616', '1E+22']) {
      expect(await measured(`{"a":${number}}`), number).toBe(2);
    }
  });

  it('goes deeper than 100 levels, whatever the levels are', async () => {
    expect(await measured('['.repeat(100) + ']'.repeat(100))).toBe(100);
    expect(await measured('['.repeat(101))).toBe('must not be nested deeper than 100 levels');
    expect(await measured('[{"a":'.repeat(51))).toBe('must not be nested deeper than 100 levels');
  });

  it('has more bytes of keys than names can have', async () => {
    const keys = (count: number, length: number) =>
      `{${Array.from({ length: count }, (_, at) => `"${String(at).padStart(length, 'k')}":"${'v'.repeat(length)}"`).join()}}`;
    expect(await measured(keys(50_000, 100))).toBe(50_001);
    expect(await measured(keys(50_001, 100))).toBe('must not hold so many long keys');
    expect(await measured(keys(1, 5_000_001))).toBe('must not hold so many long keys');
  });

  it('is refused before it is parsed, at any size', async () => {
    const size = 30 * mebibyte;
    const values = /must not hold more than 100,000 values/;
    for (const [shape, fault] of [
      [`[${'{},'.repeat(size / 3)}{}]`, values],
      [`[${'1,'.repeat(size / 2)}1]`, values],
      [`[${'"",'.repeat(size / 3)}""]`, values],
      [`[${'true,'.repeat(size / 5)}true]`, values],
      ['t'.repeat(size), values],
      ['['.repeat(size), /nested deeper/],
      [`{"a":${'1'.repeat(size)}}`, /more than 40 digits/],
      [`{"a":-${'0.'.repeat(size / 2)}}`, /more than 40 digits/],
    ] as const) {
      expect(await measured(shape), shape.slice(0, 20)).toMatch(fault);
    }
  });

  it('of few values is left to the parser', async () => {
    const size = 4 * mebibyte;
    for (const [shape, nodes] of [
      [`{"a":"${'\\"'.repeat(size / 2)}"}`, 2],
      [`{"a":"${'\\u0000'.repeat(size / 6)}"}`, 2],
      [`{"a":"${`${'x'.repeat(257)}\\n`.repeat(size / 259)}"}`, 2],
      [`{"${'k'.repeat(size)}":1}`, 2],
      [`{"a":"${'x'.repeat(size)}`, 2],
      [`{"a":"${'\\'.repeat(size)}"`, 2],
      [' '.repeat(size), 0],
      [','.repeat(size), 0],
    ] as const) {
      expect(await measured(shape), shape.slice(0, 20)).toBe(nodes);
    }
  });
});

it('other requests have their turn while a large text is measured', async () => {
  let turns = 0;
  const turn = () => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await measured(`{"a":"${'\\"'.repeat(10 * mebibyte)}"}`);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(5);
});
