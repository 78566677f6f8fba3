/** By how much rows have outlived their retention (docs/rules.md#retention): the age of the oldest, less its lifetime. */
import type { App } from '../context.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { mintedAt } from '../ground/ids.ts';
import { eventLifetime, keyLifetime, refusedEmitLifetime, webhookLifetime } from '../retention/lifetimes.ts';
import { keyDayLag } from '../retention/partitions/key-days.ts';
import { historyTables } from '../retention/partitions/partitioned-tables.ts';
import { partitionLag } from '../retention/partitions/read-partitions-of.ts';

/** What is removed by age, with its lifetime in milliseconds. */
const lifetimes = {
  events: eventLifetime,
  idempotency_keys: keyLifetime,
  message_attempts: eventLifetime,
  message_opens: eventLifetime,
  message_reports: eventLifetime,
  messages: eventLifetime,
  refused_emits: refusedEmitLifetime,
  webhooks: webhookLifetime,
} as const;

export type RetentionLags = Readonly<Record<keyof typeof lifetimes, number>>;

/**
 * Webhooks that are tried are kept longer by intent; few are as old as those that are removed. Where rows have
 * a partition of their own, it is as late as its drop.
 */
const oldestRows = `
  SELECT (SELECT created_at FROM events_default ORDER BY created_at LIMIT 1) AS events,
    (SELECT created_at FROM messages_default ORDER BY id LIMIT 1) AS messages,
    (SELECT created_at FROM idempotency_keys_default ORDER BY created_at LIMIT 1) AS idempotency_keys,
    (SELECT created_at FROM refused_emits ORDER BY created_at LIMIT 1) AS refused_emits,
    (SELECT created_at FROM webhooks_default WHERE state <> 'pending' ORDER BY created_at LIMIT 1) AS webhooks`;

/** What happened to messages outside of partitions. An id begins with the time of its message. */
const oldestHistories = `SELECT ${historyTables
  .map((table) => `(SELECT message_id FROM ${table}_default ORDER BY message_id LIMIT 1) AS ${table}`)
  .join(', ')}`;

/** In seconds; 0: nothing is older than it may be. */
export async function readRetentionLags(app: App): Promise<RetentionLags> {
  const { clock, db } = app;
  const oldest = await readByIndexes(db, async (client) => {
    const { rows: dated } = await client.query<Readonly<Record<string, Date | null>>>(oldestRows);
    const { rows: named } = await client.query<Readonly<Record<string, string | null>>>(oldestHistories);
    const ofIds = Object.entries(named[0] ?? {}).map(([name, id]) => [name, mintedAt(id ?? '')] as const);
    return { ...dated[0], ...Object.fromEntries(ofIds) };
  });
  const now = clock.now().getTime();
  const lagOf = (name: keyof typeof lifetimes) => {
    const at = oldest[name] ?? null;
    return at === null ? 0 : Math.max(0, (now - at.getTime() - lifetimes[name]) / 1_000);
  };
  const withPartitions = async (name: keyof typeof lifetimes) => Math.max(lagOf(name), await partitionLag(app, name));
  return {
    events: await withPartitions('events'),
    idempotency_keys: Math.max(lagOf('idempotency_keys'), await keyDayLag(app)),
    message_attempts: await withPartitions('message_attempts'),
    message_opens: await withPartitions('message_opens'),
    message_reports: await withPartitions('message_reports'),
    messages: await withPartitions('messages'),
    refused_emits: lagOf('refused_emits'),
    webhooks: await withPartitions('webhooks'),
  };
}
