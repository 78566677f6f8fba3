/**
 * What a process counts for `/metrics` (docs/rules.md#metrics): numbers that the work itself adds to. What can be looked up
 * at a scrape is in src/metrics.
 */
import { Histogram } from 'prom-client';
import { createTally, type Tally } from './tally.ts';

/** The last run of a sweep or a look that ended well. */
export interface Run {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** By `performance.now()`. */
  readonly monotonic: number;
}

export interface Meters {
  /** By answer: `accepted`, `repeated` or the code of the error. */
  readonly emits: Tally;
  /** By outcome, kind and provider (src/messages/outcomes/count-outcome.ts). */
  readonly mails: Tally;
  /** Attempts that met the other side, by outcome. */
  readonly attempts: Tally;
  /** Attempts at a mail of which an earlier attempt ended without an outcome. */
  readonly repeats: Tally;
  /** Leases that ran out. */
  readonly lostLeases: Tally;
  /** Attempts at webhooks, by result: `delivered` or the failure. */
  readonly webhookAttempts: Tally;
  /** Requests by API and status. */
  readonly requests: Tally;
  /** Lookups by cache (src/metrics/process-metrics.ts), and `hit` or `miss`. */
  readonly caches: Tally;
  /** Facts of the deployment that could not be read, by fact. */
  readonly unreadFacts: Tally;
  /** Emits by platform and answer, and mails by platform and outcome, for the platforms that `nameOf` names. */
  readonly platformEmits: Tally;
  readonly platformMails: Tally;
  /** The platform's id where the operator wants ids and there is room for one more, else `other`; null: no ids at all. */
  nameOf(platformId: string): string | null;
  /** From the accepted emit to the other side's 250; seconds. */
  readonly handover: Histogram;
  /** From the cause of a webhook to the endpoint's answer with 2xx; seconds. */
  readonly webhookDelivery: Histogram;
  /** From the head of a request to the end of its response; seconds. */
  readonly requestTime: Histogram;
  /** By the name of the sweep or look. */
  readonly runs: Map<string, Run>;
}

const mailBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200, 43_200, 86_400];
const webhookBuckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 600, 3_600, 21_600, 86_400, 259_200];
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** `platforms`: ids that label a count, at most. */
export function createMeters(platforms: number): Meters {
  const named = new Set<string>();
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers: [] });
  return {
    emits: createTally(['accepted', 'repeated', 'unavailable', 'internal_error']),
    mails: createTally(),
    attempts: createTally(['delivered', 'relayed', 'temporary', 'bounced', 'failed']),
    repeats: createTally(),
    lostLeases: createTally(),
    webhookAttempts: createTally(['delivered']),
    requests: createTally(),
    caches: createTally(),
    unreadFacts: createTally(),
    platformEmits: createTally(),
    platformMails: createTally(),
    nameOf(platformId) {
      if (platforms === 0) return null;
      if (named.size < platforms) named.add(platformId);
      return named.has(platformId) ? platformId : 'other';
    },
    handover: histogram(
      'tidings_mail_handover_seconds',
      'Time from the accepted emit until the receiving server or the relay answered 250.',
      mailBuckets,
    ),
    webhookDelivery: histogram(
      'tidings_webhook_delivery_seconds',
      'Time from the cause of a webhook until its endpoint answered 2xx.',
      webhookBuckets,
    ),
    requestTime: histogram(
      'tidings_http_request_seconds',
      'Time from the head of a request to the end of its response, probes and subscriptions left out.',
      requestBuckets,
    ),
    runs: new Map(),
  };
}
