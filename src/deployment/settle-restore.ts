import type { App } from '../context.ts';
import { statement } from '../db/rows.ts';
import {
  countHeldWork,
  countScheduledMail,
  type Decision,
  decideMail,
  decideWebhooks,
  endHold,
  type HeldCounts,
} from './decide-held.ts';
import { holdWork } from './hold-work.ts';
import { readPlace } from './read-place.ts';

export interface RestoreAsk {
  /** Work from before this time is held; null: what is held already. */
  readonly since: Date | null;
  /** Null: stays held. */
  readonly mail: Decision | null;
  readonly webhooks: Decision | null;
}

export interface SettledRestore {
  /** What was held before the decision. */
  readonly held: HeldCounts;
  /** Mail that leaves later, and is not held. */
  readonly scheduled: number;
  /** Messages and webhooks that were decided. */
  readonly mail: number;
  readonly webhooks: number;
}

const beginHold = statement({
  values: { since: 'timestamptz', cluster: 'text', place: 'text', timeline: 'int' },
  // A start that finds the place as it is here does not hold again.
  text: ({ since, cluster, place, timeline }) => `
    UPDATE deployment SET held_before = greatest(held_before, ${since}), held_at = clock_timestamp(),
      cluster = ${cluster}, place = ${place}, timeline = ${timeline}, seen_at = clock_timestamp()`,
});

/**
 * Holds what is from before a restore, counts it, and does what the operator decides (docs/rules.md#restored-database).
 * Each batch is a transaction; a call that was cut short is made good by the same call again.
 */
export async function settleRestore(app: App, { since, mail, webhooks }: RestoreAsk): Promise<SettledRestore> {
  const { db } = app;
  if (since !== null) {
    await holdWork(db, since);
    const place = await readPlace(db);
    await db.pool.query(beginHold({ ...place, since }));
  }
  const held = await countHeldWork(db);
  const decided = {
    mail: mail === null ? 0 : await decideMail(app, mail),
    webhooks: webhooks === null ? 0 : await decideWebhooks(app, webhooks),
  };
  const left = await countHeldWork(db);
  if (left.queued + left.sending + left.webhooks === 0) await endHold(db);
  return { held, scheduled: await countScheduledMail(db), ...decided };
}
