/**
 * The queues: names, payloads and policies, no handlers (those are in src/workers).
 *
 * A job stands for a turn: of one workspace (sending), of one endpoint (webhooks), of one sending domain (domains) or
 * of one person's erasure (erasures).
 * The row is the durable fact, the job only a wake-up. Policy `short` keeps one waiting job a key and lets running ones
 * be; a turn that dies is asked for anew by the sweep, so no job is ever retried.
 */

export const queues = ['sending', 'webhooks', 'domains', 'erasures'] as const;
export type QueueName = (typeof queues)[number];

/** Whose turn: `id` is a workspace's on `sending`, an endpoint's on `webhooks`, a sending domain's on `domains`, an erasure's on `erasures`. */
export interface TurnKey {
  readonly platformId: string;
  readonly id: string;
}

export const queueOptions = {
  policy: 'short',
  retryLimit: 0,
  notify: true,
  /** Longer than a job waits in a process for room among its turns; seconds. */
  expireInSeconds: 60,
  /** Jobs tell nothing once they ran; seconds. */
  deleteAfterSeconds: 60,
  retentionSeconds: 3_600,
} as const;
