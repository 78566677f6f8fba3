/**
 * What every verb gets: the process it runs in (`App`) and on whose behalf (`Ctx`). The platform comes from `ctx`
 * alone; no verb takes it as input.
 */
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/pool.ts';
import type { EventTypeVersions } from './event-types/event-type-versions.ts';
import type { EmitQueues } from './events/emit-queues.ts';
import type { BodyRoom } from './http/body-room.ts';
import type { Log } from './log.ts';
import type { AddressOrder } from './messages/address-order.ts';
import type { DkimKeys } from './messages/dkim-keys.ts';
import type { ExchangerLanes } from './messages/exchanger-lanes.ts';
import type { InFlight } from './messages/in-flight.ts';
import type { OutcomeRecorder } from './messages/outcome-recorder.ts';
import type { Suspects } from './messages/suspects.ts';
import type { KeyAnswers } from './platforms/key-answers.ts';
import type { RequestLease } from './platforms/request-lease.ts';
import type { Secrets } from './secrets.ts';
import type { TemplateCache } from './templates/template-cache.ts';
import type { DnsLookup } from './transport/dns-lookup.ts';
import type { Resolver } from './transport/post/check-address.ts';
import type { GuardedPost } from './transport/post/guarded-post.ts';
import type { Transport } from './transport/transport.ts';
import type { Gate } from './turns/gate.ts';
import type { SweepPosition } from './turns/sweep-position.ts';
import type { Turns } from './turns/turns.ts';
import type { Wake } from './turns/wake.ts';
import type { Deliveries } from './webhooks/endpoint-window.ts';
import type { WebhookClaims } from './webhooks/webhook-claims.ts';
import type { WebhookKeys } from './webhooks/webhook-keys.ts';
import type { WebhookRefreshes } from './webhooks/webhook-refreshes.ts';
import type { WebhookResults } from './webhooks/webhook-results.ts';

/** The running process. Made by src/create-app.ts, from ways out that src/start-service.ts opens. */
export interface App {
  readonly config: Config;
  /** Absolute base of links, without a trailing slash. */
  readonly publicUrl: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  /** Asks for turns, after the commit that made them due. */
  readonly wake: Wake;
  readonly resolver: Resolver;
  /** What a sending domain has published. */
  readonly dns: DnsLookup;
  /** The way out for mail. */
  readonly transport: Transport;
  /** The way out for webhooks. */
  readonly guardedPost: GuardedPost;
  readonly parts: Parts;
}

/**
 * The state that verbs keep between calls in this process: queues of group commits, caches, bounds on what runs at once.
 * Each part is a type and its maker in a file of the noun that uses it. That file imports nothing that leads back here,
 * so a part is made from what it needs (a database, a clock, a function) and never from an `App`.
 */
export interface Parts {
  // Doors
  readonly bodyRoom: BodyRoom;
  /** The demo platform's API key, for pages that a developer opens on this machine. */
  readonly localKey: { apiKey: string | null };
  readonly keyAnswers: KeyAnswers;
  /** By platform. */
  readonly requestLeases: Map<string, RequestLease>;

  // Emits
  readonly emits: EmitQueues;
  readonly eventTypeVersions: EventTypeVersions;
  readonly templates: TemplateCache;

  /** The scheduler of each queue. */
  readonly turns: Turns;

  // Sending
  readonly inFlight: InFlight;
  readonly suspects: Suspects;
  readonly addressOrder: AddressOrder;
  readonly exchangerLanes: ExchangerLanes;
  readonly dkimKeys: DkimKeys;
  /** Bounds how many claims run at once. */
  readonly sendClaims: Gate;
  readonly outcomes: OutcomeRecorder;

  // Webhooks
  readonly deliveries: Deliveries;
  readonly webhookClaims: WebhookClaims;
  readonly webhookRefreshes: WebhookRefreshes;
  readonly webhookKeys: WebhookKeys;
  readonly webhookResults: WebhookResults;

  // Sweeps and erasures
  readonly healthSweep: SweepPosition;
  readonly erasureSweep: SweepPosition;
  /** Bounds how many steps of erasures run at once. */
  readonly erasureSteps: Gate;
}

/** One platform's request. */
export interface Ctx {
  readonly app: App;
  readonly platformId: string;
  /** The key that opened the request; null when the operator acts for the platform. */
  readonly apiKeyId: string | null;
}

/** Who is asking, before a platform is known: the context of GraphQL. */
export interface Viewer {
  readonly app: App;
  readonly requestId: string;
  /** The platform of the API key, or the one an operator names; null for an operator who names none. */
  readonly platformId: string | null;
  readonly apiKeyId: string | null;
  readonly operator: boolean;
}
