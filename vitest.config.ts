import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

// Long, or against other parties' programs: they have scripts of their own.
const apart = [...configDefaults.exclude, 'test/interop/**', 'test/soak/**', 'test/attacks/**', 'test/citus/**'];
const restCoverage = 'test/rest/coverage.test.ts';
// They read the project's files and nothing else: no database is started for them.
const source = [
  'architecture',
  'patterns',
  'docs/rules',
  'docs/prose',
  'rest/contract',
  'deployment/image-files',
  'deployment/manifests',
].map((name) => `test/${name}.test.ts`);

export default defineConfig({
  // The build of graphql that packages in node_modules get: two of them do not know each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  // As test/support/react-of-production.ts has it.
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    provide: { reachedFile: join(tmpdir(), `tidings-reached-${process.pid}`) },
    // Processes, not threads: tests send signals and change folders.
    pool: 'forks',
    // Short lives of much code: of the processor time a tenth went to compiling functions for speed and to collecting.
    execArgv: ['--max-semi-space-size=64', '--invocation-count-for-turbofan=30000'],
    // Most files wait for databases, servers and processes of their own: four at a time keep two cores busy.
    maxWorkers: Math.max(4, Math.floor(availableParallelism() / 2)),
    sequence: { sequencer: LongestFirst },
    // Of tests in one file that wait for processes of their own and say that they are concurrent.
    maxConcurrency: 3,
    // Milliseconds. They end what hangs, and judge nothing: a busy machine may be many times slower than a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      { extends: true, test: { name: 'source', include: source, isolate: false } },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...apart, ...source, 'test/rest/**'],
          isolate: false,
          globalSetup: 'test/support/global-setup.ts',
          setupFiles: 'test/support/react-of-production.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['test/rest/**/*.test.ts'],
          exclude: [...apart, ...source, restCoverage],
          // All these files ask one service over HTTP, so they can share a process.
          globalSetup: ['test/support/global-setup.ts', 'test/rest/harness/global-setup.ts'],
          setupFiles: 'test/rest/harness/file-passed.ts',
          isolate: false,
        },
      },
      // Compares what the files of `rest` reached with what the contract promises, so it comes after them.
      { extends: true, test: { name: 'rest coverage', include: [restCoverage], sequence: { groupOrder: 1 } } },
    ],
  },
});
