/** The console's words are each said by one of its files: what nobody says is neither translated nor loaded. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { words } from '../../src/console/words.ts';

const room = fileURLToPath(new URL('../../src/console/', import.meta.url));
const sources = globSync('**/*.{ts,tsx}', { cwd: room })
  .filter((file) => file !== 'words.ts' && !file.startsWith('api/operations'))
  .map((file) => readFileSync(`${room}${file}`, 'utf8'));

/** Whether a file says the text: by its whole name, by another name of its part, or by a part that it hands on. */
function says(text: string, part: string, key: string): boolean {
  if (new RegExp(`\\bwords\\.${part}(?:\\.${key}\\b|\\[)`).test(text)) return true;
  const renamed = [...text.matchAll(new RegExp(`const (\\w+) = words\\.${part};`, 'g'))].map(([, name]) => name);
  const taken = new RegExp(`const \\{[^}]*\\b${part}\\b[^}]*\\} = words;`).test(text) ? [part] : [];
  const isHandedOn = new RegExp(`\\bwords\\.${part}\\b(?![.;])`).test(text);
  const names = [...renamed, ...taken, ...(isHandedOn ? ['\\w+'] : [])];
  return names.some((name) => new RegExp(`\\b${name}(?:\\??\\.${key}\\b|\\[)`).test(text));
}

test.each(Object.entries(words).filter(([, part]) => typeof part === 'object'))('%s', (part, texts) => {
  const silent = Object.keys(texts).filter((key) => !sources.some((text) => says(text, part, key)));
  expect(silent).toEqual([]);
});

test.each(Object.entries(words).filter(([, part]) => typeof part !== 'object'))('%s is said', (part) => {
  expect(sources.some((text) => new RegExp(`\\bwords\\.${part}\\b`).test(text))).toBe(true);
});
