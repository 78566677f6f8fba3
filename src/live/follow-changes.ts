import type { App } from '../context.ts';
import { readFeedCursor, writeFeedCursor } from './feed-cursor.ts';
import { changesAnEvent } from './feed-times.ts';
import type { Change } from './read-changes.ts';
import type { LiveStream } from './streams.ts';
import { resumeWatch } from './watches.ts';

/** Changes of one event, in order. */
export interface ChangePage {
  /** The place after these changes. */
  readonly cursor: string;
  readonly changes: readonly Change[];
}

interface Wanted {
  /** Id of a row of the caller's own platform. */
  readonly topic: string;
  readonly after: string | null;
  /** For the topic of a platform: the only workspace whose changes are shown; all without. */
  readonly only?: string | null;
}

/**
 * The changes of a topic after a cursor, or from now on: each once, in the order of their commits where they concern one
 * row. The first page is empty and comes at once: its cursor says where the stream begins. A page of changes of other
 * workspaces alone is shown empty: its cursor can be resumed when those of before are no longer kept. Rejects with
 * `validation_failed` under `after`, and with the reason for which the stream must end.
 */
export async function* followChanges(
  app: App,
  stream: LiveStream,
  { topic, after, only = null }: Wanted,
): AsyncGenerator<ChangePage, void, undefined> {
  stream.signal.throwIfAborted();
  const { incarnation, position: first } =
    after === null ? await app.parts.live.start(topic) : await resumeWatch(app, topic, readFeedCursor(after));
  const followed = app.parts.live.follow({ topic, only, incarnation, position: first, stream });
  try {
    let position = first;
    yield { cursor: writeFeedCursor({ incarnation, position }), changes: [] };
    for (;;) {
      stream.signal.throwIfAborted();
      const version = followed.version();
      const page = await followed.read({ incarnation, position });
      position = page.position;
      const shown = only === null ? page : { ...page, changes: page.changes.filter(({ subject }) => subject === only) };
      if (page.changes.length > 0) yield shown;
      if (page.changes.length < changesAnEvent) await followed.changed(version);
    }
  } finally {
    followed.leave();
  }
}
