/** The console's table of what mail programs lack, made from the data of caniemail. `vitest -u` renews the table. */
import { createRequire } from 'node:module';
import { caniemail } from 'caniemail';
import { expect, test } from 'vitest';
import { usedFeatures } from '../../src/console/workbench/client-support/used-features.ts';
import { MAIL_CLIENTS } from './mail-html.ts';

interface Feature {
  readonly slug: string;
  readonly title: string;
  readonly category: string;
  /** Support by family, program and version; `y`, `n` or `a`, with numbers of notes. */
  readonly stats: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
}

const families = ['gmail', 'outlook', 'apple-mail'];
const table = '../../src/console/workbench/client-support/lacking.json';

test("the console's table of mail programs is that of caniemail", async () => {
  const lacks = features()
    .filter(({ category }) => category !== 'others')
    .map(({ slug, title, stats }) => ({ slug, title, clients: families.flatMap((family) => lackingIn(stats, family)) }))
    .filter(({ clients }) => clients.length > 0);
  expect(lacks.length).toBeGreaterThan(100);
  const lines = lacks.map((lack) => `  ${JSON.stringify(lack)}`).join(',\n');
  await expect(`[\n${lines}\n]\n`).toMatchFileSnapshot(table);
});

function lackingIn(stats: Feature['stats'], family: string): readonly string[] {
  return Object.entries(stats[family] ?? {}).flatMap(([program, versions]) => {
    const newest = Object.keys(versions).sort().at(-1) ?? '';
    return versions[newest]?.startsWith('n') ? [`${family}.${program}`] : [];
  });
}

test('the console finds what caniemail finds in a mail of an author', () => {
  const html = `<html><head><style>@media (max-width: 400px) { p { gap: 1rem } } @font-face { font-family: x }</style></head>
    <body><p style="display: flex; box-shadow: 0 0 3px #000; background-image: linear-gradient(#fff, #000)">Hello</p>
    <video src="film.mp4"></video><form><select></select></form><img src="https://example.com/a.webp" alt=""></body></html>`;
  const { issues } = caniemail({ clients: MAIL_CLIENTS, html });
  const theirs = new Set([...issues.errors.values()].flatMap((found) => found.map(({ title }) => title)));
  const used = usedFeatures(html);
  const ours = features().flatMap(({ slug, title }) => (used.has(slug) ? [title] : []));
  expect(theirs.size).toBeGreaterThan(8);
  expect([...theirs].filter((title) => !ours.includes(title))).toEqual([]);
  expect(usedFeatures('<p>Hello</p>')).toEqual(new Set(['html-p']));
});

function features(): readonly Feature[] {
  return (createRequire(import.meta.url)('caniemail/caniemail.json') as { readonly data: readonly Feature[] }).data;
}
