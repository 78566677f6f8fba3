/**
 * Sends webhooks (docs/rules.md#webhook-attempt). The name is resolved, every address is checked, and the connection
 * goes to a checked address, so that a DNS response which changes in between has no effect.
 *
 * Connections are kept for each host and checked address: a new TLS connection costs twenty times a kept one.
 */
import { LRUCache } from 'lru-cache';
import { Pool } from 'undici';
import { askStatus } from './ask-status.ts';
import { isPublicAddress, type Resolver } from './check-address.ts';
import { type EndpointTarget, judgeUrl } from './check-url.ts';
import { createPinnedConnector } from './pinned-connector.ts';
import { classifyPostFailure, type PostError, wasNeverSent } from './post-failure.ts';

/** Whole attempt: DNS, connect, TLS, head of the response. */
const attemptTimeoutMs = 10_000;
const poolsMax = 1_000;
/** Time after which an idle connection is closed; receivers' own limits often are 5 seconds. */
const keepAliveMs = 4_000;
const poolIdleMs = 60_000;
/** Time that the resolution of a name is shared between attempts (milliseconds). */
const resolutionKeptMs = 1_000;
/** Addresses of one name tried in one attempt. */
const addressesTried = 3;
/** Bytes of the response's head. */
const headMaxBytes = 16_384;

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface PostResult {
  /** Status of the response; null when there was none. */
  readonly status: number | null;
  /** Null: the receiver accepted the webhook (2xx). */
  readonly error: PostError | null;
  readonly durationMs: number;
}

export interface GuardedPost {
  /** Makes one attempt. Never throws for errors of the other side or the network. */
  post(request: PostRequest): Promise<PostResult>;
  /** Waits for the attempts under way, then closes every connection. */
  close(): Promise<void>;
}

export interface GuardedPostOptions {
  readonly resolver: Resolver;
  /** Hosts that connect to 127.0.0.1 on the URL's port, still over TLS. */
  readonly devHosts: readonly string[];
  /** PEM of the authority trusted for those hosts alone. */
  readonly devCa: string | null;
  readonly timeoutMs?: number;
}

export function createGuardedPost(options: GuardedPostOptions): GuardedPost {
  const timeoutMs = options.timeoutMs ?? attemptTimeoutMs;
  const pools = new LRUCache<string, Pool>({
    max: poolsMax,
    ttl: poolIdleMs,
    updateAgeOnGet: true,
    dispose: (pool) => void pool.close().catch(() => undefined),
  });
  const sweep = setInterval(() => pools.purgeStale(), poolIdleMs).unref();
  const resolve = createSharedResolution(options.resolver);
  const targets = new LRUCache<string, JudgedUrl>({ max: poolsMax });

  function judge(text: string): JudgedUrl {
    const known = targets.get(text);
    if (known) return known;
    const target = judgeUrl(text, options.devHosts);
    const judged = { target, path: typeof target === 'string' ? '' : pathOf(text) };
    targets.set(text, judged);
    return judged;
  }

  function poolFor(target: EndpointTarget, address: string): Pool {
    const key = `${target.host} ${target.port} ${address}`;
    const kept = pools.get(key);
    if (kept) return kept;
    const pool = new Pool(`https://${target.host}:${target.port}`, {
      // Unbounded here: the caller bounds the attempts of each endpoint, and one host can serve many endpoints.
      connections: null,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: poolIdleMs,
      maxHeaderSize: headMaxBytes,
      headersTimeout: timeoutMs,
      connect: createPinnedConnector({ target, address, ca: target.dev ? options.devCa : null, timeoutMs }),
    });
    pools.set(key, pool);
    return pool;
  }

  async function attempt(request: PostRequest, signal: AbortSignal): Promise<Omit<PostResult, 'durationMs'>> {
    const { target, path } = judge(request.url);
    // The URL was judged when it was registered; the development hosts may have changed since.
    if (typeof target === 'string') return { status: null, error: 'address_refused' };
    const addresses = target.dev ? ['127.0.0.1'] : await aborted(resolve(target.host), signal).catch(() => []);
    if (signal.aborted) return { status: null, error: 'timeout' };
    if (addresses.length === 0) return { status: null, error: 'dns' };
    if (!target.dev && !addresses.every(isPublicAddress)) return { status: null, error: 'address_refused' };
    const { headers, body } = request;
    const tried = addresses.slice(0, addressesTried);
    for (const [index, address] of tried.entries()) {
      try {
        const status = await askStatus(poolFor(target, address), { path, headers, body }, signal);
        return { status, error: judgeStatus(status) };
      } catch (error) {
        if (signal.aborted) return { status: null, error: 'timeout' };
        if (index === tried.length - 1 || !wasNeverSent(error)) {
          return { status: null, error: classifyPostFailure(error) };
        }
      }
    }
    return { status: null, error: 'dns' };
  }

  return {
    async post(request) {
      const started = performance.now();
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(), timeoutMs);
      try {
        const result = await attempt(request, stop.signal);
        return { ...result, durationMs: Math.round(performance.now() - started) };
      } finally {
        clearTimeout(timer);
      }
    },
    async close() {
      clearInterval(sweep);
      const open = [...pools.values()];
      await Promise.all(open.map((pool) => pool.close()));
      pools.clear();
    },
  };
}

/** The judgement of a URL; the same text always has the same judgement. */
interface JudgedUrl {
  readonly target: ReturnType<typeof judgeUrl>;
  readonly path: string;
}

function pathOf(text: string): string {
  const { pathname, search } = new URL(text);
  return `${pathname}${search}`;
}

function judgeStatus(status: number): PostError | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'status';
}

/** Shares one resolution between all attempts while it runs, and for a second after it; failures are not cached. */
function createSharedResolution(resolver: Resolver): (host: string) => Promise<readonly string[]> {
  const answers = new LRUCache<string, readonly string[]>({
    max: poolsMax,
    ttl: resolutionKeptMs,
    ignoreFetchAbort: true,
    fetchMethod: (host) => resolver.resolve(host),
  });
  return (host) => answers.forceFetch(host);
}

function aborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}
