/** Tables that are partitioned by the time in their ids (docs/rules.md#partitions). */
import { day } from '../../ground/time/durations.ts';
import { auditLifetime, eventLifetime, redeliveryTime, webhookLifetime } from '../lifetimes.ts';

export interface PartitionedTable {
  /** Its default partition is named `<name>_default`. */
  readonly name: string;
  /** The column whose ids say in which partition a row is; rows with an `id` of their own have a `created_at` of its time. */
  readonly by: 'id' | 'message_id';
  /** Milliseconds of one partition. */
  readonly span: number;
  /** Partitions that are made beyond that of the present. */
  readonly ahead: number;
  /** Milliseconds for which rows are kept; a partition goes once its last row has exceeded it. */
  readonly lifetime: number;
  /**
   * A table of this list, of which each row is about one of this table and has an id of its time: it keeps the partition of
   * that time. Its partitions begin and end with some of this table.
   */
  readonly keptBy?: 'messages';
}

/**
 * What happened to messages: rows that no one reads without their message, and that are found by its id. Their
 * partition is that of the message's time, so a message has all of its rows of a table in one partition.
 */
export const historyTables = ['message_attempts', 'message_reports', 'message_opens'] as const;

export const partitionedTables: readonly PartitionedTable[] = [
  { name: 'audit_entries', by: 'id', span: 28 * day, ahead: 2, lifetime: auditLifetime },
  // The erasure of a person finds messages by their events.
  { name: 'events', by: 'id', span: 7 * day, ahead: 2, lifetime: eventLifetime, keptBy: 'messages' },
  // A webhook about a message on its last day is still tried.
  { name: 'messages', by: 'id', span: 14 * day, ahead: 2, lifetime: eventLifetime + redeliveryTime },
  { name: 'webhooks', by: 'id', span: 7 * day, ahead: 2, lifetime: webhookLifetime + redeliveryTime },
  ...historyTables.map(
    (name) => ({ name, by: 'message_id', span: 14 * day, ahead: 2, lifetime: eventLifetime }) as const,
  ),
];

/** The beginning of the partition that has `time`. */
export function partitionStart({ span }: PartitionedTable, time: Date): Date {
  return new Date(Math.floor(time.getTime() / span) * span);
}

/** Such as `audit_entries_p20260302`, by the day of its beginning. */
export function partitionName({ name }: PartitionedTable, start: Date): string {
  return `${name}_p${start.toISOString().slice(0, 10).replaceAll('-', '')}`;
}
