/** By how much rows have outlived their retention (docs/rules.md#retention): the age of the oldest, less its lifetime. */
import type { App } from '../context.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { eventLifetime, keyLifetime, refusedEmitLifetime, webhookLifetime } from '../retention/lifetimes.ts';
import { keyDayLag } from '../retention/partitions/key-days.ts';
import { partitionLag } from '../retention/partitions/read-partitions-of.ts';

/** What is removed by age, with its lifetime in milliseconds. */
const lifetimes = {
  events: eventLifetime,
  idempotency_keys: keyLifetime,
  refused_emits: refusedEmitLifetime,
  webhooks: webhookLifetime,
} as const;

export type RetentionLags = Readonly<Record<keyof typeof lifetimes, number>>;

/**
 * Webhooks that are tried are kept longer by intent; few are as old as those that are removed. Where rows have
 * a partition of their own, it is as late as its drop.
 */
const oldestRows = `
  SELECT (SELECT created_at FROM events ORDER BY created_at LIMIT 1) AS events,
    (SELECT created_at FROM idempotency_keys_default ORDER BY created_at LIMIT 1) AS idempotency_keys,
    (SELECT created_at FROM refused_emits ORDER BY created_at LIMIT 1) AS refused_emits,
    (SELECT created_at FROM webhooks_default WHERE state <> 'pending' ORDER BY created_at LIMIT 1) AS webhooks`;

/** In seconds; 0: nothing is older than it may be. */
export async function readRetentionLags(app: App): Promise<RetentionLags> {
  const { clock, db } = app;
  const { rows } = await readByIndexes(db, (client) =>
    client.query<Readonly<Record<keyof typeof lifetimes, Date | null>>>(oldestRows),
  );
  const [oldest] = rows;
  const now = clock.now().getTime();
  const lagOf = (name: keyof typeof lifetimes) => {
    const at = oldest?.[name] ?? null;
    return at === null ? 0 : Math.max(0, (now - at.getTime() - lifetimes[name]) / 1_000);
  };
  return {
    events: lagOf('events'),
    idempotency_keys: Math.max(lagOf('idempotency_keys'), await keyDayLag(app)),
    refused_emits: lagOf('refused_emits'),
    webhooks: Math.max(lagOf('webhooks'), await partitionLag(app, 'webhooks')),
  };
}
