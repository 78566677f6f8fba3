/** The console's table of what mail programs lack, made from the data of caniemail. `vitest -u` renews the table. */
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

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
  const { data } = createRequire(import.meta.url)('caniemail/caniemail.json') as { readonly data: readonly Feature[] };
  const lacks = data
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
