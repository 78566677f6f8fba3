/**
 * What needs a person, by the alert of ops/alerts.yaml that says the same (docs/rules.md#concerns). The words are those of
 * docs/runbook.md.
 */
export const concerns = {
  TidingsWorkHeld: {
    summary: 'The database was restored, and mail and webhooks from before it are held.',
    doNext: 'run `npm run restored`, which counts them, and decide',
  },
  TidingsNoWorker: {
    summary: 'No worker is connected, so mail and webhooks wait.',
    doNext: 'start a process with `ROLES=worker`. What waited goes out in the order of its due times.',
  },
  TidingsMailLate: {
    summary: 'Due mail of active workspaces waits for more than five minutes.',
    doNext: 'see that a worker runs and that the relay or the exchangers answer',
  },
  TidingsWebhooksLate: {
    summary: 'Webhooks wait although their endpoint takes them.',
    doNext: 'see that a worker runs, and that its pool is not crowded. Webhooks are tried for 72 hours.',
  },
  TidingsLostLeases: {
    summary: 'A worker died or stood still with mails in hand.',
    doNext: 'see why it ended',
  },
  TidingsErasuresOverdue: {
    summary: "A person's request to be erased is older than an hour.",
    doNext: 'see that a worker runs. An erasure waits for mail that is under way to the person.',
  },
  TidingsPartitionsShort: {
    summary: 'A partitioned table has partitions for less than a day',
    doNext: 'see that a worker runs and has the right to create tables',
  },
  TidingsClockOff: {
    summary: "The clock of a machine and the database's differ by more than five seconds.",
    doNext: 'set both machines by a time server (NTP).',
  },
  TidingsBreakersOpen: {
    summary: 'A fifth of the endpoints is paused after failures in a row.',
    doNext: 'A breaker tries again by itself within the hour.',
  },
  TidingsRetentionBehind: {
    summary: 'Rows are kept a day longer than they may be.',
    doNext: 'see that `sweepRetention` ends well.',
  },
  TidingsPictureRemovalsOverdue: {
    summary: 'Objects should have been removed from the picture store for more than an hour.',
    doNext: 'see that the workers have `PICTURE_STORE_URL`, and that its key may delete objects.',
  },
  TidingsFiguresBehind: {
    summary: 'Changes of figures wait to be added up.',
    doNext: 'see that a worker runs and that `foldFigures` ends well.',
  },
  TidingsBlind: {
    summary: 'A process cannot read a fact of the deployment',
    doNext: 'most often PostgreSQL is too busy to answer within its time limits.',
  },
} as const satisfies Readonly<Record<string, { readonly summary: string; readonly doNext: string }>>;

export type ConcernName = keyof typeof concerns;
