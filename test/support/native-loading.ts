/** What a configuration of vitest says so that its files are loaded by load-sources.ts. */
import './load-sources.ts';

export const nativeLoading = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', new URL('load-sources.ts', import.meta.url).href],
};
