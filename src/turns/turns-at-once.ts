/** How many turns of each queue run at once in one process (docs/rules.md#turns-at-once). */
import type { QueueName } from './jobs.ts';

const usual = 200;

export const turnsAtOnce: Readonly<Record<QueueName, number>> = {
  sending: usual,
  // More turns at once would crowd the database.
  webhooks: 8,
  domains: usual,
  erasures: usual,
  // Each computes and writes all the time.
  imports: 2,
};
