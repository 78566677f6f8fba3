/**
 * What every verb gets: the process it runs in (`App`) and the platform it acts for (`Ctx`). The platform comes from
 * `ctx` alone; no verb takes a platform as input.
 */

import type { ApiKeyScope } from '../prisma/generated/enums.ts';
import type { Db } from './db/connections/pool.ts';
import type { Config } from './ground/config/config.ts';
import type { Log } from './ground/log/log.ts';
import type { Meters } from './ground/metrics/meters.ts';
import type { Secrets } from './ground/secrets.ts';
import type { Clock } from './ground/time/clock.ts';
import type { Traces } from './ground/traces/traces.ts';
import type { DnsLookup } from './transport/dns-lookup.ts';
import type { NewDkimKey } from './transport/mail/dkim-key.ts';
import type { Resolver } from './transport/post/check-address.ts';
import type { GuardedPost } from './transport/post/guarded-post.ts';
import type { Transport } from './transport/transport.ts';
import type { Wake } from './turns/wake.ts';

/** The running process. Made by src/create-app.ts from the connections that src/start-service.ts opens. */
export interface App {
  readonly config: Config;
  /** Absolute base of links, without a trailing slash. */
  readonly publicUrl: string;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly secrets: Secrets;
  /** Asks for turns (src/workers/process-turns.ts) after the commit that made them due. */
  readonly wake: Wake;
  readonly resolver: Resolver;
  /** Looks up what a sending domain has published. */
  readonly dns: DnsLookup;
  /** Hands mail to a relay, an exchanger or the local inbox. */
  readonly transport: Transport;
  /** Sends webhooks, to public addresses only. */
  readonly guardedPost: GuardedPost;
  readonly parts: Parts;
  /** Makes the key of a sending domain (src/transport/mail/dkim-key.ts). */
  readonly newDkimKey: () => Promise<NewDkimKey>;
  /** Spans of requests and of what they cause; off unless a collector is configured. */
  readonly traces: Traces;
}

/**
 * The state that verbs keep between calls in this process: queues of group commits, caches, rooms for concurrent work.
 * Each part adds itself to this interface in the file of its maker (`declare module`), which also names the verb that the
 * part runs: "go to definition" on `app.parts.emits` leads to `emitBatch`. src/create-app.ts makes them all.
 */
export interface Parts {
  /** Whether the process is being stopped: it is still there for requests, and no longer ready for more. */
  readonly stop: { begun: boolean };
  /** What the process counts for `/metrics`. */
  readonly meters: Meters;
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

/** The sender of a request before a platform is known: the context of GraphQL. src/live/streams.ts adds its stream. */
export interface Viewer {
  readonly app: App;
  readonly requestId: string;
  /** The platform of the API key, or the platform that the operator names; null when the operator names none. */
  readonly platformId: string | null;
  readonly apiKeyId: string | null;
  /** What the request may do (docs/rules.md#api-key-scopes); an operator has every scope. */
  readonly scopes: readonly ApiKeyScope[];
  /** The only workspace that exists for the key; null: all workspaces of the platform. */
  readonly workspaceId: string | null;
  /** Whether the platform of the key is suspended; the door admits no such request. */
  readonly isSuspended: boolean;
  readonly operator: boolean;
  /** Whether the operator's token is the one that changes nothing. */
  readonly readsOnly?: boolean;
}
