import { expect, it } from 'vitest';
import { jsonFault } from '../../src/local/json-fault.ts';

it.each([
  ['{\n  "a": {\n    "b": 1\n    "c": 2\n  }\n}', "line 4, column 5: expected ',' or '}' after property value"],
  ['{"a": [1, 2}', "line 1, column 12: expected ',' or ']' after array element"],
  ['{\n  "a": 1,\n}', 'line 3, column 1: expected double-quoted property name'],
  ["{\n  'a': 1\n}", "line 2, column 3: expected property name or '}'"],
  ['{\n  "a": maybe\n}', 'line 2, column 8: `maybe` is no JSON'],
  ['{\n  "a": 1 // one\n}', "line 2, column 10: expected ',' or '}' after property value"],
  ['{\n  "a": ', 'line 2, column 8: the file ends before its JSON does'],
  ['', 'line 1, column 1: the file ends before its JSON does'],
  ['{"a": "one\ntwo"}', 'line 1, column 11: bad control character in string literal'],
  ['[1]\n2', 'line 2, column 1: unexpected non-whitespace character after JSON'],
])('%j is no JSON', (text, fault) => {
  expect(jsonFault(text)).toBe(fault);
});

it('says nothing of JSON', () => {
  expect(jsonFault('{"a": [1, null, "x"]}\n')).toBeNull();
});
