/** The house's rules, as a test: who may import whom, and how long a file may be. */

import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const rooms = ['prisma', 'src', 'emails', 'schema', 'rest'];
const linesAllowed = 250;

const files = rooms
  .flatMap((room) => globSync(`${room}/**/*.{ts,tsx}`, { cwd: root }))
  .filter((file) => !file.startsWith(join('prisma', 'generated')));

interface Source {
  readonly file: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const sources: readonly Source[] = await Promise.all(
  files.map(async (file) => {
    const text = await readFile(join(root, file), 'utf8');
    const imports = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path]) =>
      relative(root, join(root, dirname(file), path ?? ''))
        .split(sep)
        .join('/'),
    );
    return { file: file.split(sep).join('/'), text, imports };
  }),
);

const ground = /^src\/ground\//;
/**
 * The files that templates share with the rest: the grammar of timestamps, names near a misspelt one, signs that
 * deceive, work in steps, words of faults.
 */
const common = /^src\/ground\/(?:steps|time\/timestamp|input\/(?:near-name|deceiving-signs|zod-words))\.ts$/;
const generated = /^prisma\/generated\//;
const engine = /^src\/(?:db|turns|transport)\//;
const context = /^src\/context\.ts$/;
/**
 * The nouns, from the lowest on: each may import those before it. Two more are shared facts in rooms of their own: whose
 * rows a request may see, and the states of a message.
 */
const nouns = [
  'tenant',
  'attributes',
  'topics',
  'figures',
  'messages/states',
  'retention',
  'platforms',
  'brand',
  'live',
  'event-types',
  'webhooks',
  'contacts',
  'sending-domain',
  'templates',
  'suppressions',
  'workspaces',
  'messages',
  'events',
  'files',
  'pictures',
  'people',
  'imports',
  'exports',
  'alerts',
  'deployment',
  'explain',
  'timeline',
  'operations',
  'audit',
];
const noun = roomsOf(nouns);
/** A domain that goes, or comes anew, ends the mail that waits for it: the mail's room knows how. */
const upward: Readonly<Record<string, readonly RegExp[]>> = {
  'sending-domain': [/^src\/messages\/outcomes\/fail-stranded-mail\.ts$/],
};

function roomsOf(names: readonly string[]): RegExp {
  return new RegExp(`^src/(?:${names.join('|')})/`);
}

/** The entries of `emails/`: no other folder imports the files behind them. */
const mails = /^emails\/(?:index|starters)\.ts$/;

/** A room, and what its files may import beside npm and itself. First match decides. */
const arrow: readonly (readonly [room: RegExp, allowed: readonly RegExp[]])[] = [
  // Tools of the developer's: they need a database of their own.
  [
    /^prisma\/(?:new-migration|measure-command|fold-migrations)\.ts$/,
    [/^prisma\//, /^src\/local\/postgres-cluster\.ts$/],
  ],
  // Its connections begin as all others do.
  [
    /^prisma\//,
    [
      /^src\/(?:ground\/config\/config|db\/(?:database-code|connections\/(?:session-settings|time-limits|check-session|connection-to)))\.ts$/,
    ],
  ],
  // It runs in the browser, and knows the service by its GraphQL alone.
  [/^src\/console\//, []],
  [/^emails\//, [common]],
  [ground, [ground]],
  [engine, [ground, engine, generated]],
  // It names no part: each part adds itself to `Parts` where it is made.
  [context, [ground, engine, generated]],
  ...nouns.map((name, place): [RegExp, readonly RegExp[]] => [
    roomsOf([name]),
    [
      ground,
      engine,
      generated,
      context,
      mails,
      ...(place > 0 ? [roomsOf(nouns.slice(0, place))] : []),
      ...(upward[name] ?? []),
    ],
  ]),
  // The door itself leads to every room behind it.
  [
    /^src\/http\/(?:server|errors\/find-faults|connections\/listen|serve-graphql|serve-schema|serve-export|authenticate|door)\.ts$/,
    [/./],
  ],
  [/^src\/http\/graphql\//, [ground, context, /^src\/http\//, /^src\/db\/connections\/party\.ts$/]],
  [/^src\/http\/console\//, [ground, context, /^src\/http\//, /^src\/platforms\//]],
  // The part of HTTP that REST and GraphQL share.
  [/^src\/http\//, [ground, context, engine]],
  // It reads what the rooms know of themselves.
  [/^src\/metrics\//, [ground, engine, context, noun, /^src\/http\/graphql\/thread\/query-thread\.ts$/]],
  // The supervisor and its processes know the service by its start alone.
  [
    /^src\/processes\//,
    [
      ground,
      context,
      /^src\/(?:start-service|http\/local-key|metrics\/(?:serve-metrics|source-of-processes)|db\/connections\/(?:session-settings|time-limits|connection-to))\.ts$/,
      /^prisma\/migration-fault\.ts$/,
    ],
  ],
  [/^src\/workers\//, [/^src\/db\/(?:connections\/party|analyze-growth)\.ts$/, /^src\/turns\//, noun, context]],
  [/^src\/pages\//, [ground, context, noun, mails]],
  // The documentation is made from the domain's own lists: error codes, webhook types, retry times, blocks of mails.
  [
    /^src\/docs\//,
    [
      ground,
      generated,
      noun,
      mails,
      /^rest\/read-document\.ts$/,
      /^src\/http\/may-show-local-key\.ts$/,
      /^src\/pages\/escape-html\.ts$/,
    ],
  ],
  [/^src\/local\//, [/^src\//, mails]],
  [/^schema\//, [noun, context, ground, generated]],
  [
    /^rest\//,
    [
      /^schema\/index\.ts$/,
      context,
      /^src\/ground\/(?:errors\/(?:error-codes|errors|field-errors)|input\/(?:input|precondition)|lists\/keyset|give-way\/give-way(?:-after)?)\.ts$/,
      /^src\/http\//,
      common,
    ],
  ],
  [
    /^src\/(?:main|migrate-database|restored|rotate-secrets|start-service|open-query-thread|serve-queries|create-app)\.ts$/,
    [/./],
  ],
  // A container starts it every half minute: it loads nothing.
  [/^src\/probe\.ts$/, []],
  [
    /^src\/(?:bundle|release|make-bundle|make-console(?:-\w+)?|make-release|bundle-into|write-documents)\.ts$/,
    [/^src\/(?:make|bundle|write)-[\w-]+\.ts$/],
  ],
];

/** Groups of files that import each other in a circle, by values or by types; each group in alphabetical order. */
function importCircles(): readonly (readonly string[])[] {
  const importsOf = new Map(sources.map(({ file, imports }) => [file, imports]));
  const reachedFrom = (start: string) => {
    const reached = new Set<string>();
    const open = [...(importsOf.get(start) ?? [])];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (reached.has(file)) continue;
      reached.add(file);
      open.push(...(importsOf.get(file) ?? []));
    }
    return reached;
  };
  const reaches = new Map([...importsOf.keys()].map((file) => [file, reachedFrom(file)]));
  const circles = [...reaches]
    .filter(([file, reached]) => reached.has(file))
    .map(([file, reached]) =>
      [...reached]
        .filter((other) => reaches.get(other)?.has(file))
        .sort()
        .join(' <-> '),
    );
  return [...new Set(circles)].map((circle) => circle.split(' <-> '));
}

function roomOf(file: string) {
  return arrow.find(([room]) => room.test(file));
}

describe('the one-way arrow', () => {
  test.each(sources)('$file imports what its room may', ({ file, imports }) => {
    const rule = roomOf(file);
    expect(rule, 'every file is in a room').toBeDefined();
    const [room, allowed] = rule ?? [/^$/, []];
    const strays = imports.filter((path) => !room.test(path) && !allowed.some((pattern) => pattern.test(path)));
    expect(strays).toEqual([]);
  });

  test('no file imports itself through others, nor does a type', () => {
    expect(importCircles()).toEqual([]);
  });

  test('nothing but the three entries, local itself and the tools for migrations loads the local run', () => {
    const loaders = sources.filter(({ imports }) => imports.some((path) => path.startsWith('src/local/')));
    const others = loaders.map(({ file }) => file).filter((file) => !file.startsWith('src/local/'));
    expect(others).toEqual([
      'prisma/fold-migrations.ts',
      'prisma/measure-command.ts',
      'prisma/new-migration.ts',
      'src/main.ts',
      'src/migrate-database.ts',
      'src/restored.ts',
    ]);
  });

  test('process.env is read by the entries, which hand it to the configuration, and by the probe; a thread inherits it', () => {
    const readers = sources.filter(
      // Code samples of the documentation write it for others to read; the console's build replaces it in packages.
      ({ file, text }) =>
        !/^(?:(?:src\/local|src\/docs\/samples|prisma)\/|src\/make-console\.ts$)/.test(file) &&
        /process\.env/.test(codeOf(text)),
    );
    expect(readers.map(({ file }) => file).sort()).toEqual([
      'src/http/graphql/thread/query-worker.ts',
      'src/main.ts',
      'src/migrate-database.ts',
      'src/probe.ts',
      'src/restored.ts',
      'src/rotate-secrets.ts',
    ]);
  });

  test("the time of day is the clock's: who reads the machine's own dates no row by it", () => {
    // The console runs in a browser; the local run is for one machine.
    const readers = sources.filter(
      ({ file, text }) => !/^src\/(?:console|local)\//.test(file) && /\bDate\.now\(|\bnew Date\(\)/.test(codeOf(text)),
    );
    expect(readers.map(({ file }) => file).sort()).toEqual([
      'src/ground/time/clock.ts',
      // Variables of an example, for a person to send.
      'src/http/graphql/graphiql-tabs.ts',
      // A certificate is judged by the clocks of the machines that meet.
      'src/transport/reports/inbound-certificate.ts',
    ]);
  });
});

test('Prisma reads and nothing else: writes, locks and transactions are SQL', () => {
  const others =
    /\bprisma\s*\.\s*(?:\w+\s*\.\s*(?!(?:find(?:First|Unique|Many)(?:OrThrow)?|count)\b)\w+|\$(?!(?:dis)?connect\b)\w+)/g;
  // A model under another name would hide its calls from the pattern above.
  const renamed = /\}\s*=\s*(?:\w+\s*\.\s*)*prisma\b|=\s*(?:\w+\s*\.\s*)*prisma\s*\.\s*\w+\s*;/g;
  const callers = sources.filter(({ file }) => /^(?:src|schema|rest)\//.test(file));
  const reads = callers.filter(({ text }) => /\bprisma\s*\.\s*\w+\s*\.\s*find/.test(text));
  expect(reads.length).toBeGreaterThan(20);
  const strays = callers.flatMap(({ file, text }) =>
    [...text.matchAll(others), ...text.matchAll(renamed)].map(([call]) => `${file}: ${call}`),
  );
  expect(strays).toEqual([]);
});

/** Relative paths that lead out of the repository's own files, and to where. */
const pathsElsewhere: Readonly<Record<string, string>> = {
  'prisma/schema-engine.ts ./schema_engine_bg.js': 'a package',
  'src/local/postgres-programs.ts ../package.json': 'a package',
  'src/http/console/console-files.ts ../../../node_modules/.cache/tidings-console/': 'built',
  'src/processes/compile-cache.ts ../../node_modules/.cache/tidings/compiled': 'built',
};

test('a text that looks like a relative path leads to a file: a move rewrites paths, and nothing else', () => {
  const named = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<!from |import |import\()(['"`])(\.{1,2}\/[^'"`\n]*)\1/g)].map(([, , path = '']) => ({
      file,
      path,
    })),
  );
  const lost = named.filter(
    ({ file, path }) => !existsSync(join(root, dirname(file), path.replace(/[^/]*\$\{.*/, ''))),
  );
  expect(lost.map(({ file, path }) => `${file} ${path}`).filter((name) => !(name in pathsElsewhere))).toEqual([]);
});

/** Source without comments. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

describe('the house', () => {
  test('what a process keeps between calls is a part of App', () => {
    expect(sources.filter(({ text }) => /WeakMap<\s*App\b/.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test('what a process keeps in a module is called state of the process', () => {
    // A variable, or a collection that begins empty. What a WeakMap keeps belongs to its keys.
    const state =
      /^(?:export )?(?:let \w|const \w+ = new (?:(?:Map|Set)\b[^\n]*\(\);|LRUCache\b)|const \w+: (?!readonly )[^\n]*\[\] = \[\];)/m;
    const keeping = sources.filter(({ file, text }) => !file.startsWith('src/console/') && state.test(text));
    expect(keeping.length).toBeGreaterThan(10);
    const silent = keeping.filter(({ text }) => !text.includes('State of the process'));
    expect(silent.map(({ file }) => file)).toEqual([]);
  });

  test('doors take the HTTP statuses of errors from src/ground/errors/error-status.ts', () => {
    // A number of three digits where a status is sent or compared, not a limit of that size.
    const status = /(?:writeHead\(|\bstatus(?:Code)?\b[^\n;]{0,40}?|\brefusal\([^\n]{0,80}?)\b[45]\d\d\b/;
    const door = sources.filter(({ file }) => /^(?:src\/http|src\/pages|rest|schema)\//.test(file));
    const knowing = door.filter(({ text }) => status.test(codeOf(text)));
    expect(knowing.map(({ file }) => file)).toEqual([]);
    const known = sources.find(({ file }) => file === 'src/ground/errors/error-status.ts');
    expect(known?.text).toMatch(/not_found: 404/);
  });

  test('REST knows no noun', () => {
    const nouns =
      /workspace|contact|attribute|event.?type|template|suppression|webhook|endpoint|domain(?!Error)|erasure|recipient|emit|\btags?\b/i;
    const strays = sources.filter(({ file, text }) => file.startsWith('rest/') && nouns.test(codeOf(text)));
    expect(strays.map(({ file }) => file)).toEqual([]);
  });

  test.each(sources)('$file is short, or says why not', ({ text }) => {
    const says = /Longer than the house's 250 lines/.test(text.slice(0, 2_000));
    expect(says || text.split('\n').length <= linesAllowed).toBe(true);
  });

  test('tests look for waits in their own database: beside them others have the same server', () => {
    const tests = globSync('test/**/*.{ts,tsx}', { cwd: root }).map((file) => file.split(sep).join('/'));
    const serverWide = tests.filter((file) => /\bNOT (?:\w+\.)?granted\b/.test(readFileSync(join(root, file), 'utf8')));
    expect(serverWide).toEqual(['test/support/lock-waits.ts']);
  });

  test('no folder is a catch-all', () => {
    const catchAll = files.filter((file) => /(?:^|\/)(?:utils?|lib|common|helpers?|shared|misc)(?:\/|\.)/.test(file));
    expect(catchAll).toEqual([]);
  });
});
