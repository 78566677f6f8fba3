/**
 * How long rows are kept (docs/rules.md#retention); milliseconds.
 */
import { day, hour } from '../ground/time/durations.ts';

/** Events with their messages; older ones are not shown either. */
export const eventLifetime = 90 * day;

/** Idempotency keys; after that time a key is new again (docs/rules.md#idempotency). */
export const keyLifetime = 7 * day;

/** Times of emits to an address, of which only the last hour counts (docs/rules.md#emits-per-address). */
export const emitCountLifetime = hour;

/** Webhooks that are no longer tried; older ones are not shown either (docs/rules.md#webhook-history). */
export const webhookLifetime = 30 * day;

/** How long a webhook that is sent again on its last day is kept beyond it: a round (docs/rules.md#webhook-retries). */
export const redeliveryTime = 72 * hour;

/** Entries of the audit log; older ones are not shown either (docs/rules.md#audit-log). */
export const auditLifetime = 400 * day;
/** Rejected emits (docs/rules.md#refused-emits). */
export const refusedEmitLifetime = 7 * day;

/** Counts of outcomes, from which a workspace's volume is summed (docs/rules.md#health-counts). */
export const healthCountLifetime = 90 * day;

/** Figures by the day of the emit, and moves of health (docs/rules.md#figures). */
export const figureLifetime = 400 * day;

/** What was learned of exchangers (docs/rules.md#exchanger-pace). */
export const paceLifetime = day;

/** The data of a deleted workspace (docs/rules.md#deleted-workspace-retention). */
export const deletedWorkspaceLifetime = 30 * day;

/** Imports that have ended, with the lines of their rejected rows (docs/rules.md#imports). */
export const importLifetime = 30 * day;

/** Payloads, values and replies (docs/rules.md#content-retention). */
export function contentLifetime({ messageContentDays }: { readonly messageContentDays: number }): number {
  return messageContentDays * day;
}

/** Returns the time before which rows have exceeded `lifetime`: rows of that time or earlier are expired. */
export function keptSince(lifetime: number, now: Date): Date {
  return new Date(now.getTime() - lifetime);
}
