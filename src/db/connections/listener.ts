/** A connection that only receives PostgreSQL's notices, opened again whenever it breaks. */
import pg from 'pg';
import { connectionTo } from './connection-to.ts';
import { forSession } from './session-settings.ts';
import { noLimits } from './time-limits.ts';

/** Pause before a broken connection is opened again; milliseconds. */
const reopenAfter = 1_000;

export interface Listener {
  /** Since when no connection listens, by `performance.now()`; null: one does. */
  deafSince(): number | null;
  close(): Promise<void>;
}

interface ListenerOptions {
  /** A direct connection: LISTEN does not pass through poolers. */
  readonly url: string;
  /** An SQL name. */
  readonly channel: string;
  /** Called for each notice, and after each opening, since notices may have been lost before. */
  readonly onNotice: () => void;
}

export function openListener({ url, channel, onNotice }: ListenerOptions): Listener {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let deafSince: number | null = performance.now();

  const reopen = (broken: pg.Client) => {
    if (closed || client !== broken) return;
    client = null;
    deafSince ??= performance.now();
    void broken.end().catch(() => undefined);
    timer = setTimeout(open, reopenAfter).unref();
  };

  function open(): void {
    const opened = new pg.Client({ ...connectionTo(url), application_name: 'tidings-live', keepAlive: true });
    client = opened;
    opened.on('error', () => reopen(opened));
    opened.on('end', () => reopen(opened));
    opened.on('notification', onNotice);
    opened
      .connect()
      .then(() => opened.query(forSession(noLimits)))
      .then(() => opened.query(`LISTEN ${channel}`))
      .then(
        () => {
          if (client === opened) deafSince = null;
          onNotice();
        },
        () => reopen(opened),
      );
  }

  open();
  return {
    deafSince: () => deafSince,
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
