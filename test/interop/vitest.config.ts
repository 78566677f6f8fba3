/**
 * Tests against programs that others wrote, from Debian: `npm run test:interop`. Three files at a time: they wait for
 * mail servers and browsers more than they compute.
 */
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { LongestFirst } from '../support/longest-first.ts';

export default defineConfig({
  ...(base.resolve ? { resolve: base.resolve } : {}),
  ...(base.oxc === undefined ? {} : { oxc: base.oxc }),
  test: {
    include: ['test/interop/**/*.test.{ts,tsx}'],
    // The programs first: without them nothing needs a database.
    globalSetup: ['test/interop/require-programs.ts', 'test/support/console-setup.ts', 'test/support/global-setup.ts'],
    setupFiles: 'test/support/react-of-production.ts',
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // The files of a process share one browser (programs/chromium.ts), and load the service once.
    isolate: false,
    // Milliseconds. They end what hangs, and judge nothing: a busy machine may be many times slower than a quiet one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
