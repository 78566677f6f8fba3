/**
 * What every verb gets: the process it runs in (`App`) and the platform it acts for (`Ctx`). The platform comes from
 * `ctx` alone; no verb takes a platform as input.
 */

import type { Db } from './db/pool.ts';
import type { RestoreWatch } from './deployment/restore-watch.ts';
import type { EventTypeVersions } from './event-types/event-type-versions.ts';
import type { EmitMemory } from './events/emit/emit-memory.ts';
import type { EmitQueues } from './events/emit/emit-queues.ts';
import type { RefusedEmits } from './events/refused/refused-emits.ts';
import type { Clock } from './ground/clock.ts';
import type { Config } from './ground/config.ts';
import type { Log } from './ground/log.ts';
import type { OrderedRoom } from './ground/rooms/place-room.ts';
import type { ShareRoom } from './ground/rooms/share-room.ts';
import type { Secrets } from './ground/secrets.ts';
import type { ReadRoom } from './http/read-room.ts';
import type { RequestRoom } from './http/request-room.ts';
import type { LiveHub } from './live/live-hub.ts';
import type { LiveStream, Streams } from './live/streams.ts';
import type { AddressOrder } from './messages/claims/address-order.ts';
import type { InFlight } from './messages/claims/in-flight.ts';
import type { Suspects } from './messages/claims/suspects.ts';
import type { ExchangerLanes } from './messages/exchangers/exchanger-lanes.ts';
import type { OutcomeRecorder } from './messages/outcomes/outcome-recorder.ts';
import type { DkimKeys } from './messages/sending/dkim-keys.ts';
import type { SenderKeys } from './messages/sending/sender-keys.ts';
import type { LinkRoom } from './people/link-room.ts';
import type { KeyAnswers } from './platforms/keys/key-answers.ts';
import type { KeyUses } from './platforms/keys/key-uses.ts';
import type { Scope } from './platforms/keys/scopes.ts';
import type { RequestLease } from './platforms/limits/request-lease.ts';
import type { FailedSignIns } from './platforms/sessions/failed-sign-ins.ts';
import type { TemplateCache } from './templates/template-cache.ts';
import type { DnsLookup } from './transport/dns-lookup.ts';
import type { Resolver } from './transport/post/check-address.ts';
import type { GuardedPost } from './transport/post/guarded-post.ts';
import type { Transport } from './transport/transport.ts';
import type { SweepPosition } from './turns/sweep-position.ts';
import type { Turns } from './turns/turns.ts';
import type { Wake } from './turns/wake.ts';
import type { ClaimedWebhook } from './webhooks/delivery/claimed-webhook.ts';
import type { Deliveries } from './webhooks/delivery/deliveries.ts';
import type { WebhookClaims } from './webhooks/delivery/webhook-claims.ts';
import type { WebhookResults } from './webhooks/delivery/webhook-results.ts';
import type { WebhookKeys } from './webhooks/secrets/webhook-keys.ts';
import type { Subscribers } from './webhooks/subscribers.ts';

/** The running process. Made by src/create-app.ts from the connections that src/start-service.ts opens. */
export interface App {
  readonly config: Config;
  /** Absolute base of links, without a trailing slash. */
  readonly publicUrl: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  /** Asks workers for turns; called after the commit that made the turns due. */
  readonly wake: Wake;
  readonly resolver: Resolver;
  /** Looks up what a sending domain has published. */
  readonly dns: DnsLookup;
  /** Hands mail to a relay, an exchanger or the local inbox. */
  readonly transport: Transport;
  /** Sends webhooks, to public addresses only. */
  readonly guardedPost: GuardedPost;
  readonly parts: Parts;
}

/**
 * The state that verbs keep between calls in this process: queues of group commits, caches, bounds on concurrent work.
 * Each part is a type and its maker in a file of the noun that uses the part. That file imports nothing that leads back
 * here, so a part is made from what it needs (a database, a clock, a function) and never from an `App`.
 */
export interface Parts {
  // Doors
  readonly bodyRoom: RequestRoom;
  readonly operationRoom: RequestRoom;
  readonly readRoom: ReadRoom;
  /** The API key of the demo platform, for pages that a developer opens on this machine. */
  readonly localKey: { apiKey: string | null };
  /** Whether the process is being stopped: it is still there for requests, and no longer ready for more. */
  readonly stop: { begun: boolean };
  readonly keyAnswers: KeyAnswers;
  readonly keyUses: KeyUses;
  /** Failed sign-ins to the console, by the address of the connection. */
  readonly failedSignIns: FailedSignIns;
  /** Requests for the links of mails. */
  readonly linkRoom: LinkRoom;
  /** By platform id. */
  readonly requestLeases: Map<string, RequestLease>;

  // Emits
  readonly emits: EmitQueues;
  readonly emitMemory: EmitMemory;
  readonly refusedEmits: RefusedEmits;
  readonly eventTypeVersions: EventTypeVersions;
  readonly templates: TemplateCache;

  /** Whether the database was restored, and what it brought back is held. */
  readonly restoreWatch: RestoreWatch;
  /** The turns of each queue. */
  readonly turns: Turns;

  // Sending
  readonly fileRoom: ShareRoom;
  readonly inFlight: InFlight;
  readonly suspects: Suspects;
  readonly addressOrder: AddressOrder;
  readonly exchangerLanes: ExchangerLanes;
  readonly dkimKeys: DkimKeys;
  readonly senderKeys: SenderKeys;
  /** Bounds how many claims run at once. */
  readonly sendClaims: OrderedRoom;
  readonly outcomes: OutcomeRecorder;

  // Webhooks
  readonly deliveries: Deliveries<ClaimedWebhook>;
  readonly webhookClaims: WebhookClaims;
  readonly webhookKeys: WebhookKeys;
  readonly webhookResults: WebhookResults;
  readonly subscribers: Subscribers;

  // Subscriptions
  readonly live: LiveHub;
  readonly streams: Streams;
  /** When this process sweeps next; by `performance.now()`. */
  readonly liveSweep: { nextAt: number };

  // Sweeps and erasures
  readonly healthSweep: SweepPosition;
  readonly erasureSweep: SweepPosition;
  /** Bounds how many steps of erasures run at once. */
  readonly erasureSteps: OrderedRoom;
}

/** The context of one platform's request. */
export interface Ctx {
  readonly app: App;
  readonly platformId: string;
  /** The API key of the request; null when the operator acts for the platform. */
  readonly apiKeyId: string | null;
  /** The only workspace that exists for the key; null: all workspaces of the platform. */
  readonly workspaceId: string | null;
}

/** The sender of a request before a platform is known: the context of GraphQL. */
export interface Viewer {
  readonly app: App;
  readonly requestId: string;
  /** The platform of the API key, or the platform that the operator names; null when the operator names none. */
  readonly platformId: string | null;
  readonly apiKeyId: string | null;
  /** What the request may do (docs/rules.md#api-key-scopes); an operator has every scope. */
  readonly scopes: readonly Scope[];
  /** The only workspace that exists for the key; null: all workspaces of the platform. */
  readonly workspaceId: string | null;
  /** Whether the platform of the key is suspended; the door admits no such request. */
  readonly isSuspended: boolean;
  readonly operator: boolean;
  /** The answer that goes on, while a subscription is executed. */
  readonly stream?: LiveStream;
}
