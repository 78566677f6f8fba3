/**
 * What a shape's fault is called where the shape names no words of its own. Set for every shape of a process that imports
 * this file, so that no response has the library's words, which name types of a programming language and change with its
 * versions (docs/rules.md#words-of-faults).
 */
import { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** Values of an enum that one message names. */
const valuesShown = 30;

/** Unknown keys that one message names, and characters of each. */
const keysShown = 3;
const keyLength = 64;

z.config({ localeError: wordsOf });

/** Repeats nothing of the value but the names of unknown keys: it may be long, or private. */
function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${withArticle(issue.expected)}`;
    case 'invalid_value':
      return valueWords(issue.values);
    case 'too_big':
      return sizeWords(issue.origin, 'most', issue.maximum);
    case 'too_small':
      return sizeWords(issue.origin, 'least', issue.minimum);
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'unrecognized_keys':
      return `has a key that is not known: ${issue.keys.slice(0, keysShown).map(cutKey).join(', ')}`;
    default:
      return 'is not valid';
  }
}

const articles: Readonly<Record<string, string>> = {
  int: 'a whole number',
  object: 'an object',
  record: 'an object',
  array: 'an array',
  date: 'a date',
  null: 'null',
};

function cutKey(key: string): string {
  return key.length > keyLength ? `${key.slice(0, keyLength).toWellFormed()}…` : key;
}

function withArticle(type: string): string {
  return articles[type] ?? `a ${type}`;
}

function valueWords(values: readonly unknown[]): string {
  const shown = values.slice(0, valuesShown).map(String);
  return shown.length < 3 ? `must be ${shown.join(' or ')}` : `must be one of ${shown.join(', ')}`;
}

function sizeWords(origin: string, word: 'most' | 'least', limit: number | bigint): string {
  const shown = limit.toLocaleString('en');
  const plural = Number(limit) === 1 ? '' : 's';
  switch (origin) {
    case 'string':
      return `must have at ${word} ${shown} character${plural}`;
    case 'array':
      return `must have at ${word} ${shown} item${plural}`;
    default:
      return `must be at ${word} ${shown}`;
  }
}
