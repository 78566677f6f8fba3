/** Tables that are partitioned by the time in their ids (docs/rules.md#partitions). */
import { day } from '../../ground/time/durations.ts';
import { auditLifetime, redeliveryTime, webhookLifetime } from '../lifetimes.ts';

export interface PartitionedTable {
  /** Its default partition is named `<name>_default`. */
  readonly name: string;
  /** Milliseconds of one partition. */
  readonly span: number;
  /** Partitions that are made beyond that of the present. */
  readonly ahead: number;
  /** Milliseconds for which rows are kept; a partition goes once its last row has exceeded it. */
  readonly lifetime: number;
}

export const partitionedTables: readonly PartitionedTable[] = [
  { name: 'audit_entries', span: 28 * day, ahead: 2, lifetime: auditLifetime },
  { name: 'webhooks', span: 7 * day, ahead: 2, lifetime: webhookLifetime + redeliveryTime },
];

/** The beginning of the partition that has `time`. */
export function partitionStart({ span }: PartitionedTable, time: Date): Date {
  return new Date(Math.floor(time.getTime() / span) * span);
}

/** Such as `audit_entries_p20260302`, by the day of its beginning. */
export function partitionName({ name }: PartitionedTable, start: Date): string {
  return `${name}_p${start.toISOString().slice(0, 10).replaceAll('-', '')}`;
}
