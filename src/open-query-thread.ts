/** The thread of dear queries of a process that serves GraphQL (docs/rules.md#graphql-query-thread). */
import { fileURLToPath } from 'node:url';
import type { App } from './context.ts';
import { createQueryThread, type QueryThread } from './http/graphql/thread/query-thread.ts';
import { compileCacheFolder } from './processes/compile-cache.ts';
import type { QueryThreadData } from './serve-queries.ts';

/** In a bundle: the file of the thread, relative to the project or the release (src/make-bundle.ts). */
declare const bundledThread: string | undefined;

/** Null for the sources, in tests: loading them takes a thread seconds. */
export function openQueryThread(
  app: App,
  given: Pick<QueryThreadData, 'databaseUrl' | 'secretKey' | 'keptKeys' | 'processName'>,
): QueryThread | null {
  if (typeof bundledThread !== 'string') return null;
  const { config, log, publicUrl } = app;
  const data: QueryThreadData = { ...given, config, publicUrl };
  const file = fileURLToPath(new URL(`../${bundledThread}`, import.meta.url));
  return createQueryThread({ file, data, compiled: compileCacheFolder, log, queues: () => app.wake.queues() });
}
