/**
 * Tests on a Citus cluster of three servers on this machine: `npm run test:citus`. The engine is built from the archive
 * that `CITUS_ARCHIVE` names, once, or is the one that is installed.
 */
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

export default defineConfig({
  ...(base.resolve ? { resolve: base.resolve } : {}),
  test: {
    include: ['test/citus/**/*.test.ts'],
    globalSetup: 'test/citus/global-setup.ts',
    pool: 'forks',
    // One cluster, whose tables the files share.
    maxWorkers: 1,
    isolate: false,
    // Milliseconds. They end what hangs, and judge nothing.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
