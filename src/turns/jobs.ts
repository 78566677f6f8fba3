/**
 * The queues: names, payloads and rules, no handlers (those are in src/workers).
 *
 * A job asks for turns: of workspaces (sending), of endpoints (webhooks), of sending domains (domains), of people's
 * erasures (erasures) or of imports (imports). The row is the durable fact, the job only a wake-up: the look at due rows asks again for a turn
 * that died, so no job is ever retried.
 */

export const queues = ['sending', 'webhooks', 'domains', 'erasures', 'imports'] as const;
export type QueueName = (typeof queues)[number];

/** Whose turn: `id` is that of a workspace, an endpoint, a sending domain, an erasure or an import, by queue. */
export interface TurnKey {
  readonly platformId: string;
  readonly id: string;
}

export interface TurnJob {
  readonly keys: readonly TurnKey[];
}

/** Turns that one job asks for, at most: a worker takes all turns of a job. */
export const keysAJob = 100;
/**
 * Jobs of one process that may wait in a queue. While no worker fetches, further asks are dropped: a worker that comes
 * back looks at due rows.
 */
export const waitingJobs = 20;

interface QueueRule {
  /**
   * How a process asks its own turns before it sends a job. `askRunning` takes the keys that have a turn here now,
   * and leaves the others to any process. `ask` takes every key, where the process is a worker.
   */
  readonly askHere: 'ask' | 'askRunning';
  /** Whether the next jobs are fetched only when no turn waits here, so that other processes get them. */
  readonly fetchWaitsForRoom: boolean;
}

const usualRule: QueueRule = { askHere: 'askRunning', fetchWaitsForRoom: true };

/** How turns of each queue are asked for and run. */
export const queueRules: Readonly<Record<QueueName, QueueRule>> = {
  sending: usualRule,
  // A webhook goes out at once, without the delay of a job. A worker's look at due rows takes every due endpoint too,
  // so leaving jobs to others would divide nothing.
  webhooks: { askHere: 'ask', fetchWaitsForRoom: false },
  domains: usualRule,
  erasures: usualRule,
  imports: usualRule,
};

/** As pg-boss takes them. Policy `short` drops a job when one with its singleton key waits. */
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
