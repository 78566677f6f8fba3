/** docs/threats.md: each row names a rule that there is, and a test that there is. */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

const rows = read('docs/threats.md')
  .split('\n')
  .filter((line) => /^\| (?!what the |-)/.test(line))
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
const anchors = new Set(
  [...read('docs/rules.md').matchAll(/^#{2,3} (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  ),
);

test('has rows for every role', () => {
  expect(rows.length).toBeGreaterThan(40);
});

test.each(rows)('%s', (...cells) => {
  expect(cells).toHaveLength(4);
  const [, , bound = '', held = ''] = cells;
  const links = [...bound.matchAll(/rules\.md#([\w-]+)/g)].map(([, anchor = '']) => anchor);
  expect(links.length).toBeGreaterThan(0);
  expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([]);
  const [, path = '', , title] = /^`([^`]+)`(: "(.+)")?$/.exec(held) ?? [];
  expect(existsSync(new URL(path, root)), path).toBe(true);
  if (statSync(new URL(path, root)).isDirectory()) {
    expect(globSync('*.ts', { cwd: fileURLToPath(new URL(path, root)) })).not.toEqual([]);
  } else if (title !== undefined) {
    expect(read(path)).toContain(title);
  }
});
