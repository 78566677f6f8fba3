/** One set of tokens, one accent and one mark for all pages (docs/rules.md#tokens). */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contrastOf } from '../../../emails/document/theme.ts';
import { colorRules } from '../../../src/ground/look/token-values.ts';
import { unsubscribePage } from '../../../src/pages/unsubscribe-page.tsx';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const tokens = read('src/ground/look/tokens.css');
const pairs = new Map(
  [...tokens.matchAll(/--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, [light, dark] as const],
  ),
);

const consoleStyles = readdirSync(new URL('../../../src/console/styles/', import.meta.url)).map(
  (name) => `src/console/styles/${name}`,
);
const styles = [...consoleStyles, 'src/docs/assets/docs.css', 'src/local/inbox/inbox.css', 'src/local/bench/bench.css'];
/** The paper of a mail that is shown, and the check pattern below pictures: no colours of ours. */
const papers = ['#fff', '#ffffff', '#121212', '#f4f4f4'];

test.each(styles)('%s has no colour and no family of type of its own', (file) => {
  const text = read(file).replace(/\/\*[\s\S]*?\*\//g, '');
  const own = [...text.matchAll(/#[0-9a-f]{3,8}\b/gi)].map(([color]) => color.toLowerCase());
  expect(own.filter((color) => !papers.includes(color))).toEqual([]);
  expect(text).not.toMatch(/system-ui|monospace|sans-serif/);
});

test.each(styles)('every token that %s uses is there', (file) => {
  const text = read(file);
  const known = new Set([...(tokens + text).matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  // Set by the page itself.
  const set = ['--tone', '--tone-ground', '--columns', '--scale', '--tall'];
  const used = [...text.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name ?? '');
  expect(
    [...new Set(used)].filter((name) => !known.has(name) && !set.includes(name) && !name.startsWith('--radix-')),
  ).toEqual([]);
});

test('every token is used', () => {
  const all = [...[...styles, 'src/console/parts/json/json-editor.tsx'].map(read), tokens].join('\n');
  const names = [...tokens.matchAll(/ (--[\w-]+):/g)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !all.includes(`var(${name})`))).toEqual([]);
});

const grounds = ['ground', 'surface', 'sunken', 'raised', 'hover'];
const texts = ['text', 'soft', 'muted', 'accent'];
const onTheirGround = ['good', 'bad', 'warn', 'info', 'calm', 'accent'];
const readPairs: readonly (readonly [ink: string, ground: string])[] = [
  ...texts.flatMap((ink) => grounds.map((ground) => [ink, ground] as const)),
  ...onTheirGround.map((ink) => [ink, `${ink}-ground`] as const),
  ...onTheirGround.map((ink) => [ink, 'surface'] as const),
  ['on-primary', 'primary'],
  ['on-primary', 'accent'],
  ['on-bad', 'bad'],
];

test.each(readPairs)('%s is read on %s, light and dark', (ink, ground) => {
  for (const scheme of [0, 1] as const) {
    const [one, other] = [pairs.get(ink)?.[scheme], pairs.get(ground)?.[scheme]];
    expect(contrastOf(one ?? '', other ?? '')).toBeGreaterThanOrEqual(4.5);
  }
});

test('the page of unsubscribe links has the accent as two rules, which old programs read too', () => {
  const html = unsubscribePage({ kind: 'ask', workspaceName: 'Harbour Books' }, ['en']);
  const [light, dark] = pairs.get('accent') ?? [];
  expect(html).toContain(`--act:${light}`);
  expect(html).toMatch(new RegExp(`prefers-color-scheme:dark\\)\\{:root\\{[^}]*--act:${dark}`));
  expect(html).not.toContain('light-dark');
  expect(() => colorRules({ act: 'nowhere' })).toThrow('There is no colour nowhere among the tokens.');
});

test('there is one mark', () => {
  const mark = read('src/ground/look/mark.svg');
  const [, path = ''] = /<path d="([^"]+)"/.exec(mark) ?? [];
  expect(path.length).toBeGreaterThan(20);
  expect(read('src/console/public/favicon.svg')).toBe(mark);
  expect(read('src/console/parts/wordmark.tsx')).toContain(`d="${path}"`);
  expect(mark).toContain(pairs.get('mark')?.[0]);
  for (const page of ['src/docs/frame.ts', 'src/local/inbox/inbox.html', 'src/local/bench/bench.html'])
    expect(read(page)).toContain('mark.svg');
});

test('the frame that the console shows before its styles have the same colours', () => {
  const html = read('src/console/index.html');
  for (const name of ['ground', 'line']) expect(html).toContain(`light-dark(${pairs.get(name)?.join(', ')})`);
});
