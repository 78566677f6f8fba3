/**
 * What the whole deployment has, from the facts of the last reading. Every process tells the same: take `max`, not `sum`.
 * Numbers stop at 10,000 (docs/rules.md#backlog-counts). Alerts are made of them (docs/rules.md#alerts).
 */
import type { CappedCount } from '../operations/capped-count.ts';
import { ageOf, type Definition, seconds, type View } from './definition.ts';
import type { Facts } from './fact-reader.ts';

/** A gauge that is told of while its fact is known. */
function gauge<Name extends keyof Facts>(
  fact: Name,
  name: string,
  help: string,
  read: (known: NonNullable<Facts[Name]>, view: View) => ReturnType<Definition['read']>,
  labels: readonly string[] = [],
): Definition {
  return {
    kind: 'gauge',
    name,
    help,
    labels,
    read(view) {
      const known = view.facts[fact];
      return known === undefined || known === null ? null : read(known as NonNullable<Facts[Name]>, view);
    },
  };
}

const numberOf = ({ count }: CappedCount) => count;
const roles = ['api', 'worker', 'inbound'] as const;

export const deploymentMetrics: readonly Definition[] = [
  {
    kind: 'gauge',
    name: 'tidings_queue_depth',
    help: 'Due work by queue, up to 10,000.',
    labels: ['queue'],
    read: ({ facts: { sending, webhooks, erasures, domains, figures } }) => [
      ...(sending ? ([[numberOf(sending.due), 'sending']] as const) : []),
      ...(webhooks ? ([[numberOf(webhooks.due), 'webhooks']] as const) : []),
      ...(erasures ? ([[numberOf(erasures.open), 'erasures']] as const) : []),
      ...(domains ? ([[domains.due, 'domains']] as const) : []),
      ...(figures ? ([[numberOf(figures), 'figures']] as const) : []),
    ],
  },
  {
    kind: 'gauge',
    name: 'tidings_queue_oldest_due_seconds',
    help: 'How long the work waits that is due longest and that only the service holds up; 0: none waits.',
    labels: ['queue'],
    read: ({ app, facts: { oldestDue, erasures, domains } }) => {
      const now = app.clock.now();
      return [
        ...(oldestDue ? ([[ageOf(oldestDue.mail, now), 'sending']] as const) : []),
        ...(oldestDue ? ([[ageOf(oldestDue.webhooks, now), 'webhooks']] as const) : []),
        ...(erasures ? ([[ageOf(erasures.oldestRequestedAt, now), 'erasures']] as const) : []),
        ...(domains ? ([[ageOf(domains.oldestDueAt, now), 'domains']] as const) : []),
      ];
    },
  },
  gauge(
    'sending',
    'tidings_mails',
    'Mails that are not final, by state.',
    ({ scheduled, queued, sending, awaitingReport }) => [
      [numberOf(scheduled), 'scheduled'],
      [numberOf(queued), 'queued'],
      [numberOf(sending), 'sending'],
      [numberOf(awaitingReport), 'sent'],
    ],
    ['state'],
  ),
  gauge('sending', 'tidings_mail_leases_lost', 'Mails whose lease is over and was not freed yet.', ({ lostLeases }) =>
    numberOf(lostLeases),
  ),
  gauge('sending', 'tidings_workspaces_due', 'Workspaces with due mail.', ({ workspacesDue }) =>
    numberOf(workspacesDue),
  ),
  gauge('webhooks', 'tidings_webhooks_pending', 'Webhooks that are neither delivered nor failed.', ({ pending }) =>
    numberOf(pending),
  ),
  gauge(
    'webhooks',
    'tidings_webhooks_oldest_round_seconds',
    'Age of the longest round of attempts; a webhook fails after 72 hours.',
    ({ oldestRoundAt }, { app }) => ageOf(oldestRoundAt, app.clock.now()),
  ),
  gauge(
    'endpoints',
    'tidings_webhook_endpoints',
    'Live endpoints of webhooks: all, those whose last attempt failed, and those whose breaker is open.',
    ({ live, failing, open }) => [
      [live, 'live'],
      [failing, 'failing'],
      [open, 'open'],
    ],
    ['state'],
  ),
  gauge('erasures', 'tidings_erasures_overdue', 'Erasures that are older than an hour.', ({ overdue }) =>
    numberOf(overdue),
  ),
  gauge(
    'pictureRemovals',
    'tidings_picture_removals_overdue',
    'Objects that should have been removed from the picture store for an hour.',
    ({ overdue }) => numberOf(overdue),
  ),
  gauge(
    'domains',
    'tidings_sending_domains',
    'Sending domains by status.',
    ({ pending, verified, warning, failed }) => [
      [pending, 'pending'],
      [verified, 'verified'],
      [warning, 'warning'],
      [failed, 'failed'],
    ],
    ['status'],
  ),
  gauge(
    'processes',
    'tidings_processes',
    'Processes that are connected to the database, by role; a process may have several.',
    (processes) => roles.map((role) => [processes.filter((process) => process.roles.includes(role)).length, role]),
    ['role'],
  ),
  gauge(
    'dkimKeys',
    'tidings_dkim_keys',
    'Keys that sign mail, by age: below 90 days, below a year, older.',
    ({ young, grown, old }) => [
      [young, 'under_90d'],
      [grown, 'under_1y'],
      [old, 'over_1y'],
    ],
    ['age'],
  ),
  gauge(
    'dkimKeys',
    'tidings_dkim_oldest_key_age_seconds',
    'Age of the oldest key that signs mail.',
    ({ oldest }, { app }) => ageOf(oldest, app.clock.now()),
  ),
  gauge(
    'retention',
    'tidings_retention_lag_seconds',
    'By how much the oldest rows have outlived their retention.',
    (lags) => Object.entries(lags).map(([rows, lag]) => [lag, rows]),
    ['rows'],
  ),
  gauge(
    'partitions',
    'tidings_partitions',
    'Partitions of a table that is partitioned by time.',
    (tables) => tables.map(({ table, count }) => [count, table]),
    ['table'],
  ),
  gauge(
    'partitions',
    'tidings_partitions_ahead',
    'Partitions whose time has not begun.',
    (tables) => tables.map(({ table, ahead }) => [ahead, table]),
    ['table'],
  ),
  gauge(
    'partitions',
    'tidings_partitions_ahead_seconds',
    'For how long from now rows have a partition; negative: they have none.',
    (tables, { app }) =>
      tables.flatMap(({ table, madeUntil }) =>
        madeUntil === null ? [] : [[seconds(madeUntil.getTime() - app.clock.now().getTime()), table]],
      ),
    ['table'],
  ),
  gauge(
    'partitions',
    'tidings_partitions_oldest_age_seconds',
    'Time since the beginning of the oldest partition.',
    (tables, { app }) =>
      tables.flatMap(({ table, oldestFrom }) =>
        oldestFrom === null ? [] : [[ageOf(oldestFrom, app.clock.now()), table]],
      ),
    ['table'],
  ),
  gauge(
    'certificate',
    'tidings_tls_certificate_expiry_timestamp_seconds',
    'When the certificate of the inbound listener (INBOUND_TLS_CERT) expires.',
    (end) => [[seconds(end.getTime()), 'inbound']],
    ['listener'],
  ),
];
