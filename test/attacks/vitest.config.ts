/**
 * Attacks on a running service: `npm run test:attacks`, one alone with `-- -t '<name>'`. `ATTACKS=short` runs those of
 * short-form.ts, beside the other platform alone, which is what CI does.
 */
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';

export default defineConfig({
  ...(base.resolve ? { resolve: base.resolve } : {}),
  test: {
    include: ['test/attacks/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    pool: 'forks',
    fileParallelism: false,
    // Milliseconds. Each attack has a limit of its own, far below.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});
