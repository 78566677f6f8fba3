/** What this process knows of itself; nothing is asked. */
import type { App } from '../context.ts';
import { storeRequests } from '../pictures/store/store-outages.ts';
import { type Definition, seconds, type View } from './definition.ts';

/** Entries and bytes of the caches; bytes only where the cache is bounded by them. */
function cachesOf({ parts }: App): Readonly<Record<string, { readonly size: number; readonly bytes: number | null }>> {
  const { templates, eventTypeVersions, keyAnswers, dkimKeys } = parts;
  return {
    templates: { size: templates.loaded.size, bytes: templates.loaded.calculatedSize },
    compiled_templates: { size: templates.compiled.size, bytes: templates.compiled.calculatedSize },
    event_type_versions: { size: eventTypeVersions.size, bytes: eventTypeVersions.calculatedSize },
    api_keys: { size: keyAnswers.size, bytes: null },
    dkim_keys: { size: dkimKeys.size, bytes: null },
  };
}

const gauge = (name: string, help: string, read: Definition['read'], labels?: readonly string[]): Definition => ({
  kind: 'gauge',
  name,
  help,
  read,
  ...(labels ? { labels } : {}),
});

const counter = (name: string, help: string, read: (view: View) => number): Definition => ({
  kind: 'counter',
  name,
  help,
  read,
});

export const processMetrics: readonly Definition[] = [
  gauge('tidings_process_up', 'Whether the process answered the scrape.', () => 1),
  gauge(
    'tidings_part_ready',
    'Whether a part of the process is ready, as /readyz says.',
    ({ app }) => Object.entries(app.parts.readiness.parts()).map(([part, isInOrder]) => [Number(isInOrder), part]),
    ['part'],
  ),
  gauge('tidings_work_held', 'Whether mail from before a restore waits for the decision of the operator.', ({ app }) =>
    Number(app.parts.restoreWatch.holds()),
  ),
  gauge('tidings_clock_offset_seconds', "By how much the machine's clock is ahead of the database's.", ({ app }) => {
    const { clock } = app;
    return seconds((clock.wall?.() ?? clock.now()).getTime() - clock.now().getTime());
  }),
  gauge(
    'tidings_sweep_last_success_timestamp_seconds',
    'When a sweep or a look for due work last ended well.',
    ({ app }) => [...app.parts.meters.runs].map(([name, { at }]) => [seconds(at), name]),
    ['sweep'],
  ),
  gauge(
    'tidings_picture_store_up',
    'Whether the picture store did what this process asked of it last; there is none without PICTURE_STORE_URL.',
    ({ app: { parts } }) => {
      const { pictureStore } = parts;
      return pictureStore && storeRequests.map((request) => [Number(pictureStore.works(request)), request]);
    },
    ['request'],
  ),
  gauge('tidings_mails_in_flight', 'Attempts at mails that run in this process.', ({ app }) =>
    app.parts.inFlight.size(),
  ),

  gauge(
    'tidings_database_pool_connections',
    'Connections of the pool by state.',
    ({ app }) => {
      const { open, idle } = app.db.use();
      return [
        [open - idle, 'used'],
        [idle, 'idle'],
      ];
    },
    ['state'],
  ),
  gauge('tidings_database_pool_waiting', 'Work that waits for a connection.', ({ app }) => app.db.use().waiting),
  counter(
    'tidings_database_pool_waits_total',
    'Work that had to wait for a connection.',
    ({ app }) => app.db.use().waits,
  ),
  counter('tidings_database_pool_wait_seconds_total', 'Time that work has waited for connections.', ({ app }) =>
    seconds(app.db.use().waitedMs),
  ),
  counter(
    'tidings_database_pool_refusals_total',
    'Work that got no connection in time.',
    ({ app }) => app.db.use().refused,
  ),

  gauge(
    'tidings_cache_entries',
    'Entries of a cache.',
    ({ app }) => Object.entries(cachesOf(app)).map(([name, { size }]) => [size, name]),
    ['cache'],
  ),
  gauge(
    'tidings_cache_bytes',
    'Approximate size of a cache.',
    ({ app }) => Object.entries(cachesOf(app)).flatMap(([name, { bytes }]) => (bytes === null ? [] : [[bytes, name]])),
    ['cache'],
  ),
  gauge(
    'tidings_query_thread_queries',
    'Large queries of GraphQL in their thread, and those that wait for it.',
    ({ thread }) =>
      thread && [
        [thread.inside, 'inside'],
        [thread.waiting, 'waiting'],
      ],
    ['state'],
  ),
  counter(
    'tidings_query_thread_taken_total',
    'Large queries that the thread has taken.',
    ({ thread }) => thread?.taken ?? 0,
  ),
  counter(
    'tidings_query_thread_losses_total',
    'Threads that ended with queries inside.',
    ({ thread }) => thread?.lost ?? 0,
  ),
];
