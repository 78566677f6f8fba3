/** What the work of this process counts as it goes (src/ground/metrics/meters.ts). */
import type { Meters } from '../ground/metrics/meters.ts';
import type { Tally } from '../ground/metrics/tally.ts';
import type { Definition } from './definition.ts';

type TallyName = { [Name in keyof Meters]: Meters[Name] extends Tally ? Name : never }[keyof Meters];

function counter(tally: TallyName, name: string, help: string, labels: readonly string[] = []): Definition {
  return {
    kind: 'counter',
    name,
    help,
    labels,
    read({ app }) {
      const counts = app.parts.meters[tally].counts();
      // A counter without labels is there from the start, so that its first step counts.
      if (labels.length === 0) return counts.reduce((sum, { count }) => sum + count, 0);
      return counts.map(({ words, count }) => [count, ...words.slice(0, labels.length)]);
    },
  };
}

export const countedMetrics: readonly Definition[] = [
  counter('emits', 'tidings_emits_total', 'Emits by answer: accepted, repeated, or the code of the error.', ['answer']),
  counter(
    'mails',
    'tidings_mails_total',
    'What became of mails, by outcome, its kind and the provider of the mailbox.',
    ['outcome', 'kind', 'provider'],
  ),
  counter('attempts', 'tidings_mail_attempts_total', 'Attempts that met a mail server, by outcome.', ['outcome']),
  counter('repeats', 'tidings_mail_repeats_total', 'Attempts at a mail of which an earlier one ended unknown.'),
  counter(
    'lostLeases',
    'tidings_mail_lost_leases_total',
    'Leases of mails that ran out and were freed by this process.',
  ),
  counter('webhookAttempts', 'tidings_webhook_attempts_total', 'Attempts at webhooks: delivered, or the failure.', [
    'result',
  ]),
  counter('requests', 'tidings_http_requests_total', 'Answered requests, without probes.', ['api', 'status']),
  counter('caches', 'tidings_cache_lookups_total', 'Lookups in caches of this process: hit or miss.', [
    'cache',
    'result',
  ]),
  counter('unreadFacts', 'tidings_facts_unread_total', 'Facts of the deployment that could not be read for a scrape.', [
    'fact',
  ]),
  counter('platformEmits', 'tidings_platform_emits_total', 'Emits by platform, with METRICS_PLATFORMS.', [
    'platform',
    'answer',
  ]),
  counter('platformMails', 'tidings_platform_mails_total', 'Outcomes by platform, with METRICS_PLATFORMS.', [
    'platform',
    'outcome',
  ]),
];
