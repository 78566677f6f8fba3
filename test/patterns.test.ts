/**
 * No regular expression that meets foreign text may backtrack at length: recheck looks for super-linear ones, both
 * exponential and polynomial. A verdict about one pattern never changes, so those found safe are kept in patterns.json;
 * `UPDATE_PATTERNS=1 npm run check:patterns` writes it again.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { check } from 'recheck';
import { expect, test } from 'vitest';
import { type FoundPattern, findPatterns } from './support/patterns.ts';

const keptFile = fileURLToPath(new URL('./patterns.json', import.meta.url));
/** How long recheck may look at one pattern; milliseconds. It needs some seconds for the longest. */
const checkTimeoutMs = 30_000;

/** Patterns put together at run time, and why none of them can backtrack. */
const madeAtRunTime: Readonly<Record<string, string>> = {
  'emails/language/isolate.ts': 'single characters, no quantifier',
  'src/make-console.ts': 'words of this file, one optional character',
  'src/transport/mail/dkim.ts': 'a fixed number of characters',
  'src/transport/mail/mail-header.ts': 'a fixed number of characters',
  'src/transport/replies/redact-reply.ts': 'an escaped word, no quantifier',
  'src/transport/replies/reply-rule.ts':
    'copies of patterns that are checked where they are written, made to match at one place',
};

const { patterns, madeAtRunTime: makers } = findPatterns();

/** As it stands between the slashes, with its flags. */
const nameOf = ({ source, flags }: FoundPattern) => `/${source}/${flags}`;

test('patterns are made at run time only where it is known that they cannot backtrack', () => {
  expect(makers).toEqual(Object.keys(madeAtRunTime));
});

test('the check finds exponential and polynomial backtracking, also behind a prefix', { timeout: 60_000 }, async () => {
  for (const source of ['^(a+)+$', '\\s+$', '<!--.*-->']) {
    expect((await check(source, '')).status, source).toBe('vulnerable');
  }
});

test('no pattern in the code backtracks at length', { timeout: 3_600_000 }, async () => {
  const kept = new Set(JSON.parse(readFileSync(keptFile, 'utf8')) as readonly string[]);
  const safe: string[] = [];
  const faults: string[] = [];
  for (const pattern of new Map(patterns.map((each) => [nameOf(each), each])).values()) {
    const name = nameOf(pattern);
    const fault = kept.has(name) ? null : await findFault(pattern);
    if (fault === null) safe.push(name);
    else faults.push(`${pattern.place} ${name}: ${fault}`);
  }
  if (process.env.UPDATE_PATTERNS) writeFileSync(keptFile, `${JSON.stringify(safe.sort(), null, 2)}\n`);
  expect(faults).toEqual([]);
});

/** Null: none. */
async function findFault({ source, flags }: FoundPattern): Promise<string | null> {
  // Letters without case cost the check less, and a pattern that ignores case backtracks as its lower case does.
  const { status, ...verdict } = flags.includes('i')
    ? await check(lowerCase(source), flags.replace('i', ''), { timeout: checkTimeoutMs })
    : await check(source, flags, { timeout: checkTimeoutMs });
  if (status === 'safe') return null;
  return 'complexity' in verdict ? (verdict.complexity?.summary ?? status) : status;
}

/** Without the escapes, whose letters have a meaning. */
function lowerCase(source: string): string {
  return source.replace(/\\(?:p\{\w+\}|.)|[A-Z]/gu, (piece) => (piece.startsWith('\\') ? piece : piece.toLowerCase()));
}
