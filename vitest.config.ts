import { configDefaults, defineConfig } from 'vitest/config';

export default defineConfig({
  // The build of graphql that packages in node_modules get: two of them do not know each other's types.
  resolve: { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] },
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // Long, or against other parties' programs: they have scripts of their own.
    exclude: [...configDefaults.exclude, 'test/interop/**', 'test/soak/**'],
    globalSetup: 'test/support/global-setup.ts',
    // Processes, not threads: tests send signals and change folders.
    pool: 'forks',
    // Milliseconds. Tests start servers and processes; a hook may start the whole service.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
