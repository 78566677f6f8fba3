/** Line and column of malformed JSON. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findJsonFault } from '../../../src/http/json/find-json-fault.ts';
import { noJson } from '../../rest/harness/json-kinds.ts';
import { everyWay } from '../../support/every-way.ts';

const find = (text: string) => findJsonFault(Buffer.from(text));

describe('the place of a fault, and what was expected there', () => {
  test.each([
    ['{"a": 1,}', 1, 9, 'there is a comma too many before'],
    ['[1, 2, ]', 1, 8, 'there is a comma too many before'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, 'expected a comma or "}"'],
    ['{"a" 1}', 1, 6, 'expected a colon'],
    ["{'a': 1}", 1, 2, 'strings and keys stand in double quotes, not in single ones'],
    ['{a: 1}', 1, 2, 'expected a key in double quotes or "}"'],
    ['{"a": None}', 1, 7, 'expected a value; words are true, false and null, all else is quoted'],
    ['{"a": 1} // x', 1, 10, 'nothing may follow after the end of the JSON'],
    ['{\n// x\n}', 2, 1, 'JSON has no comments'],
    ['{"a": "b\nc"}', 1, 9, 'the line ends inside a string; a line break is written \\n'],
    ['{"a": "\t"}', 1, 8, 'a control character in a string must be escaped'],
    ['{"a": "\\x"}', 1, 8, 'this is no escape of JSON'],
    ['{"a": 012}', 1, 8, 'a number does not begin with 0'],
    ['{"a": 1.}', 1, 9, 'expected a digit'],
    ['{"a": ', 1, 7, 'the text ends here, but a value was expected'],
    ['{"a": 1', 1, 8, 'the text ends here, but a comma or "}" was expected'],
    ['{"a', 1, 4, 'the text ends inside a string'],
    ['', 1, 1, 'the text ends here, but a value was expected'],
    ['{"é🥐": 1,\r\n "ü🥐" 2}', 2, 7, 'expected a colon'],
    ['\ufeff{"a" 1}', 1, 6, 'expected a colon'],
    ['[{"a": [}]', 1, 9, 'expected a value or "]"'],
  ])('%j', async (text, line, column, message) => {
    expect(await find(text)).toEqual({ line, column, message });
  });
});

test('what is no JSON has a fault', async () => {
  for (const text of noJson) expect(await find(text), text).not.toBeNull();
});

test('what is JSON has none', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.constantFrom(0, 1, '\t'), async (json, indent) => {
      expect(await find(JSON.stringify(JSON.parse(json), null, indent))).toBeNull();
    }),
  );
});

test('it judges a broken text as the parser does, and names the place that the parser names', async () => {
  const broken = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', ':', '0', '\\', 'x', '\n', '{', '-', '.'))
    .map(
      ([json, at, piece]) => json.slice(0, at % (json.length + 1)) + piece + json.slice((at % (json.length + 1)) + 1),
    );
  await fc.assert(
    fc.asyncProperty(broken, async (text) => {
      let said: string | null = null;
      try {
        JSON.parse(text);
      } catch (error) {
        said = String(error);
      }
      const fault = await find(text);
      expect(fault === null).toBe(said === null);
      const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(said ?? '') ?? [];
      // Characters that UTF-16 writes in two halves count once here; an unfinished string is named where it ends.
      if (line === undefined || !fault || /[^\0-\uffff]/u.test(text)) return;
      expect(fault.line).toBe(Number(line));
      expect(Math.abs(fault.column - Number(column))).toBeLessThanOrEqual(5);
    }),
    { numRuns: 2_000 },
  );
});

const large = [
  ['one string', `{"a":"${'x'.repeat(32 * 1_048_576)}`],
  ['one line of characters of two bytes', `{"a":"${'é'.repeat(16 * 1_048_576)}"`],
  ['line breaks', `{${'\n'.repeat(32 * 1_048_576)}`],
  ['numbers', `[${'1,'.repeat(16 * 1_048_576)}]`],
] as const;

test.each(everyWay ? large : large.slice(2))('32 MiB of %s leave turns to others', async (_name, text) => {
  const bytes = Buffer.from(text);
  let turns = 0;
  let found = false;
  const search = findJsonFault(bytes).then((fault) => {
    found = true;
    return fault;
  });
  while (!found) {
    await nextTurn();
    turns += 1;
  }
  expect(await search).not.toBeNull();
  expect(turns).toBeGreaterThan(14);
});
