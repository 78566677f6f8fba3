import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../context.ts';
import { notFound } from '../ground/errors/errors.ts';
import { isId } from '../ground/ids.ts';
import { eventEvery } from '../live/feed-times.ts';
import type { LiveStream } from '../live/streams.ts';
import { holdWatch } from '../live/watches.ts';
import { loadTimelines } from './load-timelines.ts';
import { seenEntries } from './timeline-cursor.ts';
import type { TimelineEntry, TimelineKind } from './timeline-entry.ts';

/** Entries that were not shown before, in the order of the timeline. */
export interface TimelinePage {
  /** The place after these entries. */
  readonly cursor: string;
  readonly entries: readonly TimelineEntry[];
}

/** Entries that go again, with their attempt or wait; a stream that was cut in between could not show them. */
const passing: readonly TimelineKind[] = ['claimed', 'waiting'];

/**
 * The timeline of a message of the platform: at once all of it, or what was not shown before a cursor, then each entry
 * once as it is committed. Rejects with `not_found`, also once the message is gone, with `validation_failed` under
 * `after`, and with the reason for which the stream must end.
 */
export async function* followTimeline(
  ctx: Ctx,
  stream: LiveStream,
  { message, after }: { readonly message: string; readonly after: string | null },
): AsyncGenerator<TimelinePage, void, undefined> {
  const { app } = ctx;
  if (!isId(message)) throw notFound('message');
  const seen = seenEntries(message, after);
  // Before a watch is held for it: an id of another platform must leave no trace.
  stream.signal.throwIfAborted();
  await findLive(ctx, message);
  stream.signal.throwIfAborted();
  // Changes of the message then wake this stream at once: its id is a topic of the feed (src/db/feed-sql.ts). Opens and
  // the rest come by the hub's look at timelines, each half second.
  await holdWatch(app, message);
  const followed = app.parts.live.follow({ topic: message, only: null, incarnation: null, position: null, stream });
  try {
    for (let isFirst = true; ; isFirst = false) {
      stream.signal.throwIfAborted();
      const version = followed.version();
      const entries = (await readEntries(ctx, message)).filter(({ cursor }) => seen.add(cursor));
      if (entries.length > 0 || isFirst) yield { cursor: seen.cursor(), entries };
      if (entries.length > 0) await pause(stream.signal);
      await followed.changed(version);
    }
  } finally {
    followed.leave();
  }
}

/** Gathers the entries of some time into one event. */
async function pause(signal: AbortSignal): Promise<void> {
  await sleep(eventEvery, undefined, { signal, ref: false }).catch(() => undefined);
}

const inLiveWorkspace = `
  SELECT FROM messages m JOIN workspaces w ON w.platform_id = m.platform_id AND w.id = m.workspace_id
  WHERE m.platform_id = $1 AND m.id = $2 AND w.deleted_at IS NULL AND ($3::text IS NULL OR w.id = $3)`;

async function findLive(ctx: Ctx, message: string): Promise<void> {
  const { rowCount } = await ctx.app.db.pool.query(inLiveWorkspace, [ctx.platformId, message, ctx.workspaceId]);
  if (rowCount === 0) throw notFound('message');
}

async function readEntries(ctx: Ctx, message: string): Promise<readonly TimelineEntry[]> {
  await findLive(ctx, message);
  const entries = (await loadTimelines(ctx, [message])).get(message);
  if (!entries) throw notFound('message');
  return entries.filter(({ kind }) => !passing.includes(kind));
}
