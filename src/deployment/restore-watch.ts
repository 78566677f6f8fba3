/**
 * Notices that the database was restored, at the start and after each outage, and holds what waited in it until the
 * operator decides (docs/rules.md#restored-database). No work is claimed from a database that came back before it was
 * looked at.
 */
import type { Db } from '../db/connections/pool.ts';
import { requestLimits, type TimeLimits } from '../db/connections/time-limits.ts';
import { statement } from '../db/rows.ts';
import type { Log } from '../ground/log/log.ts';
import { holdWork } from './hold-work.ts';
import { readPlace } from './read-place.ts';
import { type LastLook, wasRestored } from './was-restored.ts';

declare module '../context.ts' {
  interface Parts {
    /** Whether the database was restored, and what it brought back is held. */
    readonly restoreWatch: RestoreWatch;
  }
}

export interface RestoreWatch {
  /** Looks at the database, and holds what a restore brought back. */
  look(): Promise<void>;
  /** Resolves once the database was looked at since its last outage. Rejects as `look` does. */
  isLookedAt(): Promise<void>;
  /** Whether work is held, as of the last look. */
  holds(): boolean;
}

interface Row extends LastLook {
  readonly heldBefore: Date | null;
  readonly heldAt: Date | null;
}

const readRow = `
  SELECT cluster, place, timeline, seen_at AS "seenAt", held_before AS "heldBefore", held_at AS "heldAt"
  FROM deployment FOR NO KEY UPDATE`;

const noteLook = statement({
  values: { cluster: 'text', place: 'text', timeline: 'int', restored: 'boolean' },
  text: ({ cluster, place, timeline, restored }) => `
    UPDATE deployment SET cluster = coalesce(${cluster}, cluster), place = ${place},
      timeline = coalesce(${timeline}, timeline), seen_at = clock_timestamp(),
      held_before = CASE WHEN ${restored} THEN clock_timestamp() ELSE held_before END,
      held_at = CASE WHEN ${restored} THEN NULL ELSE held_at END
    RETURNING held_before AS "heldBefore", held_at AS "heldAt"`,
});

const noteHeld = statement({
  values: { before: 'timestamptz' },
  text: ({ before }) => `UPDATE deployment SET held_at = clock_timestamp() WHERE held_before = ${before}`,
});

/**
 * A look that waits for another process's outlasts a process that stands still within its own: PostgreSQL ends that one
 * after the idle time. No process fails to start because of it.
 */
const lookLimits: TimeLimits = {
  ...requestLimits,
  lock: requestLimits.idle + 5_000,
  statement: requestLimits.idle + 10_000,
};

/** Until the next look at a database that the pulse has not heard yet; milliseconds. The end of the outage ends it too. */
const lookAgain = 250;

export function createRestoreWatch({ db, log }: { readonly db: Db; readonly log: Log }): RestoreWatch {
  /** The end of the last outage after which the database was looked at. */
  let knownSince = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  let holding = false;

  async function lookNow(): Promise<void> {
    const since = db.answersSince();
    const place = await readPlace(db);
    const row = await db.transaction(async (client) => {
      const { rows } = await client.query<Row>(readRow);
      const [last] = rows;
      if (!last) return null;
      const restored = wasRestored(last, place);
      const { rows: noted } = await client.query<Pick<Row, 'heldBefore' | 'heldAt'>>(noteLook({ ...place, restored }));
      return { restored, heldBefore: noted[0]?.heldBefore ?? null, heldAt: noted[0]?.heldAt ?? null };
    }, lookLimits);
    if (row?.restored) log.warn({ heldBefore: row.heldBefore }, 'the database was restored');
    if (row?.heldBefore && row.heldAt === null) {
      const held = await holdWork(db, row.heldBefore);
      await db.pool.query(noteHeld({ before: row.heldBefore }));
      log.warn(held, 'mail and webhooks from before the restore are held; npm run restored shows and decides');
    }
    holding = row?.heldBefore != null;
    knownSince = since;
  }

  const look = () => {
    looking ??= lookNow().finally(() => {
      looking = null;
    });
    return looking;
  };
  return {
    look,
    async isLookedAt() {
      while (knownSince < db.answersSince()) {
        await look();
        // The pulse has not heard the database yet, so the outage may go on, and end in another one.
        if (!db.isAnswering()) await db.pause(lookAgain);
      }
    },
    holds: () => holding,
  };
}
