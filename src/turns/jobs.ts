/**
 * The queues: names, payloads and rules, no handlers (those are in src/workers).
 *
 * A job stands for a turn: of one workspace (sending), of one endpoint (webhooks), of one sending domain (domains) or
 * of one person's erasure (erasures).
 * The row is the durable fact, the job only a wake-up. Policy `short` keeps one waiting job a key and ignores running
 * ones; the sweep asks again for a turn that died, so no job is ever retried.
 */

export const queues = ['sending', 'webhooks', 'domains', 'erasures'] as const;
export type QueueName = (typeof queues)[number];

/** Whose turn: `id` is that of a workspace, an endpoint, a sending domain or an erasure, by queue. */
export interface TurnKey {
  readonly platformId: string;
  readonly id: string;
}

interface QueueRule {
  /** Turns that run at once in one process (docs/rules.md#turns-at-once). */
  readonly turnsAtOnce: number;
  /**
   * How a process asks its own scheduler before it sends a job. `askRunning` takes the keys that have a turn here now,
   * and leaves the others to any process. `ask` takes every key, where the process is a worker.
   */
  readonly askHere: 'ask' | 'askRunning';
  /** Whether the next jobs are fetched only when no turn waits here, so that other processes get them. */
  readonly fetchWaitsForRoom: boolean;
}

const usualRule: QueueRule = { turnsAtOnce: 200, askHere: 'askRunning', fetchWaitsForRoom: true };

/** How turns of each queue are asked for and run. */
export const queueRules: Readonly<Record<QueueName, QueueRule>> = {
  sending: usualRule,
  // A webhook goes out at once, without the delay of a job. A worker's look at due rows takes every due endpoint too,
  // so leaving jobs to others would divide nothing. More turns at once would crowd the database.
  webhooks: { turnsAtOnce: 8, askHere: 'ask', fetchWaitsForRoom: false },
  domains: usualRule,
  erasures: usualRule,
};

/** As pg-boss takes them. */
export const queueOptions = {
  policy: 'short',
  retryLimit: 0,
  notify: true,
  /** Longer than a job waits in a process for room among its turns; seconds. */
  expireInSeconds: 60,
  /** Finished jobs are of no use; seconds. */
  deleteAfterSeconds: 60,
  retentionSeconds: 3_600,
} as const;
