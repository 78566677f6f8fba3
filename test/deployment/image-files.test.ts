/** What the Dockerfile, its list of ignored files and the service say twice is the same (docs/deploying.md). */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { entries, readFiles } from '../../src/make-release.ts';
import { letsIn, projectFolder, readDockerfile } from '../support/read-dockerfile.ts';

const read = (name: string) => readFileSync(new URL(name, projectFolder), 'utf8');
const { dependencies, config } = JSON.parse(read('package.json'));
const stages = readDockerfile();
const last = stages.at(-1);
const stepsOf = (keyword: string) => (last?.steps ?? []).filter((step) => step.keyword === keyword);

test('the linter of Dockerfiles finds no fault', () => {
  expect(validate(read('Dockerfile'))).toEqual([]);
  expect(DockerfileParser.parse(read('Dockerfile')).getFROMs()).toHaveLength(2);
});

test('Node is the version that the project has, and gets the flags of npm start', () => {
  expect(stages[0]?.base).toBe(`node:${dependencies.node}-bookworm-slim`);
  const [entrypoint] = stepsOf('ENTRYPOINT');
  expect(entrypoint?.args).toEqual(['/usr/local/bin/node', ...config.flags.split(' ')]);
  for (const unit of ['ops/systemd/tidings@.service'])
    expect(read(unit)).toContain(` ${config.flags} /opt/tidings/main.mjs`);
});

test('images have tags or digests that say what they are', () => {
  for (const { base } of stages) expect(base).toMatch(/^[\w./-]+(?::(?!latest$)[\w.-]+|@sha256:[\da-f]{64})$/);
});

test('the last stage runs no command, copies from the first alone, and its user has no rights', () => {
  expect(stepsOf('RUN')).toEqual([]);
  expect(stepsOf('COPY').map(({ flags }) => flags.from)).toEqual(['build', 'build']);
  expect(stepsOf('USER').map(({ text }) => text)).toEqual(['65532:65532']);
  // A shell would swallow SIGTERM, and there is none.
  for (const keyword of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK']) {
    expect(
      stepsOf(keyword).map(({ isJson }) => isJson),
      keyword,
    ).toEqual([true]);
  }
  expect(stepsOf('HEALTHCHECK')[0]?.args).toEqual(['/usr/local/bin/node', 'probe.mjs']);
});

test('what is copied is there and is let in, and nothing else is let in', () => {
  const isLetIn = letsIn();
  const copied = stages
    .flatMap(({ steps }) => steps)
    .filter(({ keyword, flags }) => keyword === 'COPY' && flags.from === undefined)
    .flatMap(({ args }) => args.slice(0, -1));
  for (const name of copied) {
    expect(existsSync(new URL(name, projectFolder)), name).toBe(true);
    expect(isLetIn(name), name).toBe(true);
  }
  const allowed = read('.dockerignore')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1));
  expect(allowed.toSorted()).toEqual(copied.toSorted());
  for (const secret of [
    '.git/config',
    '.env',
    '.data/secret-key',
    'node_modules/pino/package.json',
    'prisma/generated/client.ts',
    'test/readme.test.ts',
  ])
    expect(isLetIn(secret), secret).toBe(false);
});

test('the release has each file that a source of the service reads beside itself', () => {
  const root = projectFolder;
  const release = new Set(
    Object.entries(readFiles).flatMap(([name, kind]) =>
      existsSync(new URL(`${name}/`, root))
        ? globSync(`${name}/**/*`, { cwd: root }).filter((file) => kind.test(file))
        : [name],
    ),
  );
  // Tools of a developer, the local run, and what the bundle has in itself (src/write-documents.ts).
  const elsewhere =
    /^(?:src\/(?:local|console)\/|src\/(?:make|bundle|release|write-)|schema\/(?:released|write-sdl|compare|console-types)|prisma\/(?:new-migration|generate|schema-engine))/;
  const sources = globSync('{src,schema,rest,emails,prisma}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['prisma/generated/**'],
  });
  const named = sources
    .filter((file) => !elsewhere.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(/new URL\(\s*(['`])(\.{1,2}\/[^'`]+|[\w-]+\/[^'`]*)\1,\s*import\.meta\.url/g)].map(
        ([, , path = '']) => {
          const fixed = path.replace(/\$\{.*/, '');
          return { file, place: new URL(fixed, new URL(file, root)).href.slice(root.href.length) };
        },
      ),
    )
    .filter(({ place }) => place !== '' && !place.startsWith('node_modules/'));
  expect(named.length).toBeGreaterThan(3);
  const bundled: readonly string[] = Object.values(entries);
  const lost = named
    .filter(({ place }) => !bundled.includes(place))
    .filter(({ place }) => ![...release].some((file) => file === place || file.startsWith(place)));
  // The folder of a name that is made at run time.
  expect(lost.filter(({ place }) => place !== 'rest/')).toEqual([]);
});
