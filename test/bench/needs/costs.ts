/** What one mail costs, as the benches measured it, and what is taken for granted beside that. */

/** Seconds of one core, bytes; each with the bench that found it, on the machine of test/bench/results.md. */
export const measured = {
  /** Accepted, rendered, signed and sent: 0.97 cores at 1,317 mails a second (`pipeline`, 2026-11-28). */
  serviceOfMail: 0.97 / 1_317,
  /** The database meanwhile: 0.29 cores. */
  databaseOfMail: 0.29 / 1_317,
  /** Claimed, signed and posted: 0.70 cores at 12,291 webhooks a second (`webhooks`, 2026-11-28). */
  serviceOfWebhook: 0.7 / 12_291,
  /** The database meanwhile: 0.53 cores. */
  databaseOfWebhook: 0.53 / 12_291,
  /** Of the write-ahead log, of its emit alone (`emit`, 2026-11-28). */
  walOfEmit: 4_646,
  /** A message with all that belongs to it, over 90 days (`growth`; docs/partitions.md#bytes-of-a-message). */
  stored: 1_936,
  /** Of a process, after a million mails (`memory`, 2026-11-26). */
  memoryOfProcess: 346e6,
} as const;

/** Nobody measured these. */
export const assumed = {
  /** For each mail: that it was delivered, and one more. */
  webhooks: 2,
  /** The busiest hour, beside the mean of a day. */
  peak: 3,
  /** How much of a core is planned for the busiest hour. */
  busy: 0.6,
  /** The log of claim, outcome and webhooks, beside that of the emit. */
  walBeside: 1,
  /** How much of a disk is filled. */
  filled: 0.7,
  /** For how long the rows of a mail are looked at again and again; hours. */
  hotHours: 2,
  /** Memory of a database beside those rows. */
  memoryOfDatabase: 1e9,
  /** Days for which messages are kept. */
  days: 90,
  /** What a cluster does with the same cores, beside one database: the target of its bench, which does not exist yet. */
  citus: 0.6,
} as const;

/** Machines that are planned with. */
export const machines = {
  /** For one database: the largest whose copy is restored in a night. */
  database: { cores: 32, memory: 128e9, disk: 10e12 },
  worker: { cores: 16, memory: 64e9, disk: 4e12 },
} as const;
