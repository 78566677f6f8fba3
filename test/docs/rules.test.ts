/** docs/rules.md: its anchors, the files and tests that it names, and the citations of its rules in code and documents. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);

interface Section {
  readonly level: number;
  readonly title: string;
  readonly text: string;
}

function sectionsOf(markdown: string): readonly Section[] {
  return markdown.split(/^(?=#{2,} )/m).flatMap((section) => {
    const [, marks, title, text] = /^(#{2,}) (.+)\n([\s\S]*)$/.exec(section) ?? [];
    return marks && title && text ? [{ level: marks.length, title, text }] : [];
  });
}

/** The anchor that GitHub gives a heading of letters, digits and single spaces. */
function anchorOf({ title }: Section): string {
  return title.toLowerCase().replaceAll(' ', '-');
}

const rules = await readFile(new URL('docs/rules.md', root), 'utf8');
const sections = sectionsOf(rules);
const topics = sections.filter(({ level }) => level === 2);
const ruleSections = sections.filter(({ level }) => level === 3);
const ruleAnchors = new Set(ruleSections.map(anchorOf));

/** The last lines of a rule. */
const lastLines = /\n\nFile: `([^`\n]+)`\n\nTest: (`[^\n]+`)\n*$/;

describe('the rules', () => {
  test('are headings of two levels, whose anchors are plain and unique', () => {
    const anchors = sections.map(anchorOf);
    expect(ruleSections.length).toBeGreaterThan(0);
    expect(sections.length).toBe(topics.length + ruleSections.length);
    expect(anchors.filter((anchor) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(anchor))).toEqual([]);
    expect(anchors.filter((anchor, position) => anchors.indexOf(anchor) !== position)).toEqual([]);
  });

  test('are listed by topic, in order', () => {
    const linked = [...rules.matchAll(/^\| \[(.+?)\]\(#(.+?)\) \|/gm)].map(([, title, anchor]) => [title, anchor]);
    expect(linked).toEqual(topics.map((topic) => [topic.title, anchorOf(topic)]));
  });

  test.each(ruleSections)('$title: a paragraph, the file that holds it and the tests that show it', (section) => {
    const { text } = section;
    const [, file = '', tests = ''] = lastLines.exec(text) ?? [];
    expect(file, 'the last lines name the file and the tests').not.toBe('');
    const paragraph = text.replace(lastLines, '').trim();
    expect(paragraph).not.toBe('');
    expect(paragraph).not.toContain('\n\n');
    const paths = namedIn(text);
    expect(paths).toContain(file);
    expect(paths.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
    const shown = tests.split(', ').map((name) => name.replaceAll('`', ''));
    expect(shown.filter((path) => !/^test\/.+\.test\.tsx?$/.test(path))).toEqual([]);
    const silent = namedIn(`${paragraph} \`${file}\``).filter((path) => !citedIn(path).has(anchorOf(section)));
    expect(silent, 'a file that a rule names cites the rule').toEqual([]);
  });
});

/** Files that a rule names between backquotes. */
function namedIn(text: string): readonly string[] {
  const named = text.matchAll(/`((?:src|emails|schema|rest|prisma|ops|test|docs)\/[^`\s]+\.\w+)`/g);
  return [...named].map(([, path = '']) => path);
}

/** Anchors of the rules that a file cites. */
function citedIn(path: string): ReadonlySet<string> {
  const text = readFileSync(new URL(path, root), 'utf8');
  return new Set([...text.matchAll(/\brules\.md#([\w-]*)/g)].map(([, anchor = '']) => anchor));
}

const sources = globSync(
  ['README.md', '{src,schema,rest,emails,prisma,test,docs}/**/*.{ts,tsx,js,mjs,json,graphql,yaml,prisma,sql,md}'],
  { cwd: fileURLToPath(root), exclude: (path) => path.includes('node_modules') || path.endsWith('generated') },
);

test('every citation of a rule names a rule', async () => {
  const cited = await Promise.all(
    sources.map(async (file) => {
      const text = await readFile(new URL(file, root), 'utf8');
      return [...text.matchAll(/\brules\.md#([\w-]*)/g)].map(([, anchor = '']) => ({ file, anchor }));
    }),
  );
  const citations = cited.flat();
  // The file cites one of its own rules where it says how to cite.
  expect(citations).toContainEqual({ file: 'docs/rules.md', anchor: 'webhook-breaker' });
  expect(citations.filter(({ anchor }) => !ruleAnchors.has(anchor))).toEqual([]);
});

/** Names of documents outside of the repository. `decision` alone is an ordinary word. */
const outsideNames = ['contract', 'decisions', String.raw`interface\.md`].join('|');
const outsideSource = new RegExp(String.raw`(?://|/?\*|#).*\b(?:${outsideNames})\b(?!\.ts\b|#/)`, 'i');

test('no comment gives another source for a rule than these pages', async () => {
  const code = sources.filter((file) => !/^docs\/|\.(?:md|json)$/.test(file));
  const lines = await Promise.all(
    code.map(async (file) => {
      const text = await readFile(new URL(file, root), 'utf8');
      return text.split('\n').map((line, index) => ({ place: `${file}:${index + 1}`, line }));
    }),
  );
  expect(code).toContain('test/docs/rules.test.ts');
  expect(lines.flat().filter(({ line }) => outsideSource.test(line))).toEqual([]);
});
