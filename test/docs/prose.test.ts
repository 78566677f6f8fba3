/** What documents, comments and the settings of tools name is there: files, folders, anchors and scripts. */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { variables } from '../../src/ground/config/config-variables.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const rooms = ['src', 'schema', 'rest', 'emails', 'prisma', 'test', 'docs', 'ops'];

const files = globSync(['*', '.ci/*', `{${rooms.join(',')}}/**/*`], { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))
  .filter((file) => !file.startsWith('prisma/generated/'));
const known = new Set(files);
const folders = new Set(
  files.flatMap((file) => file.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'))),
);

interface Prose {
  readonly file: string;
  /** The whole of a document or of settings, the comments of a source. */
  readonly prose: string;
  readonly whole: string;
}

const settings = ['biome.json', 'knip.json', 'package.json'];
/** They keep the text with which they were applied; and lists that are made by a program. */
const unread =
  /^prisma\/migrations\/|^schema\/(?:schema|released)\.graphql$|^src\/console\/api\/operations(?:\.ts$|\/)/;

const texts: readonly Prose[] = await Promise.all(
  files
    .filter((file) => /\.(?:md|tsx?|mjs|js|css|graphql|yaml|sql|prisma)$/.test(file) || settings.includes(file))
    .filter((file) => !unread.test(file) && file !== 'vitest.config.ts')
    .map(async (file) => {
      const whole = await readFile(join(root, file), 'utf8');
      return { file, whole, prose: proseOf(file, whole) };
    }),
);
const documents = texts.filter(({ file }) => file.endsWith('.md'));

function proseOf(file: string, text: string): string {
  if (file.endsWith('.md') || settings.includes(file)) return text;
  const marks = { graphql: '#', yaml: '#', sql: '--' }[file.split('.').at(-1) ?? ''];
  if (marks) {
    const lines = text.split('\n').filter((line) => line.trimStart().startsWith(marks));
    return lines.join('\n');
  }
  return [...text.matchAll(/\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/.*$/gm)].map(([comment]) => comment).join('\n');
}

/** A path with braces as the paths that it stands for. */
function written(path: string): readonly string[] {
  const [whole, before = '', inner = '', after = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  return whole === undefined ? [path] : inner.split(',').flatMap((part) => written(`${before}${part}${after}`));
}

/** A path from the root, with braces, `*`, and `<name>` in the place of a name; to a file or a folder. */
const rooted = new RegExp(String.raw`(?<![\w/.@{<*-])(?:${rooms.join('|')})\/[\w./*{},!()<>-]*`, 'g');

function isThere(path: string): boolean {
  const pattern = path.replace(/<[\w-]+>/g, '*');
  if (/[*!]/.test(pattern)) return globSync(pattern, { cwd: root }).length > 0;
  return known.has(path) || folders.has(path.replace(/\/$/, ''));
}

/** Each of the paths that braces write, or any of those that a `*` looks for. */
function isWholly(path: string): boolean {
  return path.includes('*') ? written(path).some(isThere) : written(path).every(isThere);
}

/** What a start or a build makes. */
const made = /^prisma\/generated\b/;

describe('paths', () => {
  const named = texts.flatMap(({ file, prose }) =>
    [...prose.matchAll(rooted)].map(([path]) => ({ file, path: path.replace(/[.,)/]+$/, '') })),
  );

  test('from the root lead to a file or a folder', () => {
    expect(named.length).toBeGreaterThan(1_000);
    const lost = named.filter(({ path }) => !made.test(path) && !isWholly(path));
    expect(lost).toEqual([]);
  });

  test('in code and examples do too', () => {
    const path = /(?<![\w/.@-])(?:src|emails|test|rest|schema|prisma|docs)\/[\w./-]+\.(?:tsx?|mjs|graphql|yaml|md)\b/g;
    const all = texts.flatMap(({ file, whole }) => [...whole.matchAll(path)].map(([name]) => ({ file, name })));
    // A profile of made-up files, and a file that no image has.
    const invented = new Set(['src/a.ts', 'test/x.ts']);
    expect(all.filter(({ name }) => !invented.has(name) && !made.test(name) && !known.has(name))).toEqual([]);
  });

  test('without their beginning are the end of one', () => {
    const ending =
      /(?<![\w/.@*{}<>~$,-])(?:[\w.-]+\/)*[\w-][\w.-]*\.(?:tsx?|mjs|graphql|yaml|sql|prisma|css)\b(?![\w(/])/g;
    const ends = new Set(files.flatMap((file) => file.split('/').map((_, at, parts) => parts.slice(at).join('/'))));
    // Files of a reader's own app.
    const own = /^docs\/guides\/(?:express|fastify|nextjs|typed-client|whole-backend)\.md$/;
    const short = texts.flatMap(({ file, prose }) =>
      own.test(file)
        ? []
        : [...prose.matchAll(ending)].map(([name]) => ({ file, name: name.replace(/^(?:\.\.\/)+/, '') })),
    );
    expect(short.length).toBeGreaterThan(500);
    // Of the bundle, which a start makes, and of a release.
    const elsewhere = /^(?:node_modules|dist)\/|^(?:main|migrate|probe|restored|rotate-secrets)\.mjs$/;
    expect(short.filter(({ name }) => !elsewhere.test(name) && !ends.has(name))).toEqual([]);
  });
});

/** The anchors that GitHub gives the headings of a document. */
const anchorsOf = new Map(
  documents.map(({ file, whole }) => [
    file,
    new Set(
      [...whole.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
        title
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-'),
      ),
    ),
  ]),
);

describe('links', () => {
  const links = documents.flatMap(({ file, whole }) =>
    // Between backquotes a link is an example.
    [...whole.replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ file, link })),
  );
  const within = links.filter(({ link }) => !/^(?:https?:|\/docs\/)/.test(link));

  test('of documents lead to a file and to a heading of it', () => {
    expect(within.length).toBeGreaterThan(100);
    const lost = within.filter(({ file, link }) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path).replace(/\/$/, '');
      if (!known.has(target) && !folders.has(target)) return true;
      return anchor !== undefined && !anchorsOf.get(target)?.has(anchor);
    });
    expect(lost).toEqual([]);
  });

  test('of comments to a heading lead to one', () => {
    const cited = texts.flatMap(({ file, prose }) =>
      [...prose.matchAll(/(?<![\w/.-])((?:[\w-]+\/)*[\w-]+\.md)#([\w-]+)/g)].map(([, path = '', anchor = '']) => ({
        file,
        path,
        anchor,
      })),
    );
    const lost = cited
      .filter(({ file }) => !file.endsWith('.md'))
      .filter(({ path, anchor }) => !anchorsOf.get(path)?.has(anchor));
    expect(cited.length).toBeGreaterThan(500);
    expect(lost).toEqual([]);
  });
});

test('a script that is named is one of package.json', () => {
  const { scripts } = JSON.parse(texts.find(({ file }) => file === 'package.json')?.whole ?? '');
  const named = texts.flatMap(({ file, whole }) =>
    [...whole.matchAll(/\bnpm run ([a-z][a-z:]*)/g)].map(([, script = '']) => ({ file, script })),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ script }) => !Object.hasOwn(scripts, script))).toEqual([]);
});

test('no comment says what its file may import: test/architecture.test.ts does, and knows', () => {
  const saying = texts.filter(({ file, prose }) => !file.endsWith('.md') && /\bMay import\b/.test(prose));
  expect(saying.map(({ file }) => file)).toEqual([]);
});

test('docs/operating.md has a row for each variable of the configuration, and for no other', () => {
  const operating = documents.find(({ file }) => file === 'docs/operating.md')?.whole ?? '';
  const rows = [...operating.matchAll(/^\| ((?:`[A-Z_…]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    names.split(', ').map((name) => name.replaceAll('`', '')),
  );
  // Those of health are one row.
  const named = Object.keys(variables.shape).map((name) => (name.startsWith('HEALTH_') ? 'HEALTH_…' : name));
  expect(rows.toSorted()).toEqual([...new Set(named)].sort());
});
