/**
 * Long runs: `npm run test:soak`, by hand. `SOAK_SHARE=0.05` makes each a twentieth as long; `SOAK=short`, which is what CI
 * runs, does so with those of short-form.ts.
 */
import { defineConfig } from 'vitest/config';
import base from '../../vitest.config.ts';
import { LongestFirst } from '../support/longest-first.ts';
import { isShortForm, isWhole } from './share.ts';
import { shortForm } from './short-form.ts';

export default defineConfig({
  ...(base.resolve ? { resolve: base.resolve } : {}),
  test: {
    include: isShortForm ? shortForm.map((name) => `test/soak/${name}.test.ts`) : ['test/soak/**/*.test.ts'],
    globalSetup: ['test/support/console-setup.ts', 'test/support/global-setup.ts'],
    pool: 'forks',
    env: { WHOLE_CHROMIUM: '1' },
    // Whole runs are measured, so each has the machine to itself; short ones show that nothing is lost.
    maxWorkers: isWhole ? 1 : 3,
    sequence: { sequencer: LongestFirst },
    maxConcurrency: 3,
    // Milliseconds.
    testTimeout: 1_800_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
