/**
 * Tests on a Citus cluster of three servers on this machine: `npm run test:citus`. The engine is built from the archive
 * that `CITUS_ARCHIVE` names, once, or is the one that is installed.
 */
import { defineConfig } from 'vitest/config';
import { nativeLoading } from '../support/native-loading.ts';

export default defineConfig({
  test: {
    include: ['test/citus/**/*.test.ts'],
    globalSetup: 'test/citus/global-setup.ts',
    pool: 'forks',
    ...nativeLoading,
    // One cluster, whose tables the files share.
    maxWorkers: 1,
    isolate: false,
    // Milliseconds. They end what hangs, and judge nothing.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
