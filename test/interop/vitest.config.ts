/**
 * Tests against programs that others wrote, from Debian: `npm run test:interop`. Two files at a time: they wait for
 * mail servers and browsers more than they compute.
 */
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

export default defineConfig({
  ...(base.resolve ? { resolve: base.resolve } : {}),
  test: {
    include: ['test/interop/**/*.test.{ts,tsx}'],
    // The programs first: without them nothing needs a database.
    globalSetup: ['test/interop/require-programs.ts', 'test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Milliseconds. Mail servers and browsers take their time to start.
    testTimeout: 60_000,
    hookTimeout: 90_000,
  },
});
