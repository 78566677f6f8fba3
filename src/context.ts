/**
 * What every verb gets: the process it runs in (`App`) and on whose behalf (`Ctx`). The platform comes from `ctx`
 * alone; no verb takes it as input.
 */
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/pool.ts';
import type { Log } from './log.ts';
import type { Secrets } from './secrets.ts';
import type { DnsLookup } from './transport/dns-lookup.ts';
import type { Resolver } from './transport/post/check-address.ts';
import type { GuardedPost } from './transport/post/guarded-post.ts';
import type { Transport } from './transport/transport.ts';
import type { Wake } from './turns/wake.ts';

/** The parts of the running process, made once by src/start-service.ts. */
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
