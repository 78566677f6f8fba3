/**
 * Sends webhooks (docs/rules.md#webhook-attempt). The name is resolved, every address is checked, and the connection
 * goes to a checked address, so that a DNS response which changes in between has no effect.
 *
 * Connections are kept for each host and checked address: a new TLS connection costs twenty times a kept one.
 */
import { LRUCache } from 'lru-cache';
import { isPublicAddress, type Resolver } from './check-address.ts';
import { type EndpointTarget, judgeUrl } from './check-url.ts';
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts';
import { createPinnedConnector } from './pinned-connector.ts';
import { classifyPostFailure, type PostError, wasNeverSent } from './post-failure.ts';
import type { StatusConnection } from './status-connection.ts';

/** Whole attempt: DNS, connect, TLS, head of the response. */
const attemptTimeoutMs = 10_000;
const poolsMax = 1_000;
/** Time after which a pool without a request is closed, and how often idle connections are looked at. */
const poolIdleMs = 60_000;
const sweepMs = 1_000;
/** Time that the resolution of a name is shared between attempts (milliseconds). */
const resolutionKeptMs = 1_000;
/** Addresses of one name tried in one attempt. */
const addressesTried = 3;

export interface PostRequest {
  readonly url: string;
  /** Beside Host, Connection and Content-Length. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface PostResult {
  /** Status of the response; null when there was none. */
  readonly status: number | null;
  /** Null: the receiver accepted the webhook (2xx). */
  readonly error: PostError | null;
  readonly durationMs: number;
}

type Outcome = Omit<PostResult, 'durationMs'>;

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
  const pools = new LRUCache<string, ConnectionPool>({
    max: poolsMax,
    ttl: poolIdleMs,
    updateAgeOnGet: true,
    dispose: (pool) => pool.close(),
  });
  const sweep = setInterval(() => {
    pools.purgeStale();
    for (const pool of pools.values()) pool.closeStale();
  }, sweepMs).unref();
  const resolve = createSharedResolution(options.resolver);
  const targets = new LRUCache<string, JudgedUrl>({ max: poolsMax });
  /** Called once no attempt is under way. */
  const onQuiet: (() => void)[] = [];
  let underWay = 0;

  function judge(text: string): JudgedUrl {
    const known = targets.get(text);
    if (known) return known;
    const target = judgeUrl(text, options.devHosts);
    const judged = { target, head: typeof target === 'string' ? '' : requestHead(target, new URL(text)) };
    targets.set(text, judged);
    return judged;
  }

  function poolFor(target: EndpointTarget, address: string): ConnectionPool {
    const key = `${target.host} ${target.port} ${address}`;
    const kept = pools.get(key);
    if (kept) return kept;
    const ca = target.dev ? options.devCa : null;
    const pool = createConnectionPool(createPinnedConnector({ target, address, ca, timeoutMs }));
    pools.set(key, pool);
    return pool;
  }

  async function attempt(request: PostRequest, progress: Progress): Promise<Outcome> {
    const { target, head } = judge(request.url);
    // The URL was judged when it was registered; the development hosts may have changed since.
    if (typeof target === 'string') return { status: null, error: 'address_refused' };
    const addresses = target.dev ? ['127.0.0.1'] : await resolve(target.host).catch(() => []);
    if (addresses.length === 0) return { status: null, error: 'dns' };
    if (!target.dev && !addresses.every(isPublicAddress)) return { status: null, error: 'address_refused' };
    const text = requestText(head, request);
    const tried = addresses.slice(0, addressesTried);
    for (const [index, address] of tried.entries()) {
      if (progress.isOver) break;
      try {
        const connection = await poolFor(target, address).take();
        progress.connection = connection;
        if (progress.isOver) connection.destroy();
        const status = await connection.ask(text);
        return { status, error: judgeStatus(status) };
      } catch (error) {
        if (index === tried.length - 1 || !wasNeverSent(error)) {
          return { status: null, error: classifyPostFailure(error) };
        }
      }
    }
    return { status: null, error: 'timeout' };
  }

  return {
    post(request) {
      const started = performance.now();
      const progress: Progress = { isOver: false, connection: null };
      underWay += 1;
      return new Promise((resolve, reject) => {
        // One promise and one timer for each attempt.
        const end = (tell: () => void) => {
          if (progress.isOver) return;
          progress.isOver = true;
          clearTimeout(timer);
          underWay -= 1;
          if (underWay === 0) for (const done of onQuiet.splice(0)) done();
          tell();
        };
        const answer = ({ status, error }: Outcome) =>
          end(() => resolve({ status, error, durationMs: Math.round(performance.now() - started) }));
        const timer = setTimeout(() => {
          answer({ status: null, error: 'timeout' });
          progress.connection?.destroy();
        }, timeoutMs);
        attempt(request, progress).then(answer, (error: unknown) => end(() => reject(error)));
      });
    },
    async close() {
      clearInterval(sweep);
      if (underWay > 0) await new Promise<void>((done) => onQuiet.push(done));
      pools.clear();
    },
  };
}

/** Of one attempt. */
interface Progress {
  /** Whether the attempt has its result, or its time is over. */
  isOver: boolean;
  /** The connection that has the request. */
  connection: StatusConnection | null;
}

/** The judgement of a URL; the same text always has the same judgement. */
interface JudgedUrl {
  readonly target: ReturnType<typeof judgeUrl>;
  /** The head of a request to it, as far as every request has it. */
  readonly head: string;
}

function requestHead({ host, port }: EndpointTarget, { pathname, search }: URL): string {
  const authority = port === 443 ? host : `${host}:${port}`;
  return `POST ${pathname}${search} HTTP/1.1\r\nHost: ${authority}\r\nConnection: keep-alive\r\n`;
}

/** Head and body in one text: one write, one TLS record. */
function requestText(head: string, { headers, body }: PostRequest): string {
  let text = head;
  for (const name in headers) {
    const value = headers[name] ?? '';
    if (lineBreak.test(value)) throw new Error('A header of a request has a line break');
    text += `${name}: ${value}\r\n`;
  }
  return `${text}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const lineBreak = /[\r\n]/;

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
