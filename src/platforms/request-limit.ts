/**
 * The platform's request limit, held across all processes: each leases small blocks of tokens from one row, and no
 * request writes a row of its own (decisions, section 2).
 */
import type { App } from '../context.ts';

/** Requests that may come at once after a quiet time. */
const burst = 500;
/** Tokens that a process leases at a time. */
const block = 50;

interface Lease {
  tokens: number;
  /** Of the last lease: tokens left in the row, and the platform's limit a minute. */
  inRow: number;
  perMinute: number;
  asking: Promise<void> | null;
  /** Not to be asked for again before, after a lease that gave nothing; milliseconds. */
  emptyUntil: number;
}

export interface RequestAllowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfter: number;
}

const leases = new WeakMap<App, Map<string, Lease>>();

/** Takes one token of the platform. */
export async function takeRequestToken(app: App, platformId: string): Promise<RequestAllowance> {
  const ofApp = leases.get(app) ?? new Map<string, Lease>();
  leases.set(app, ofApp);
  const lease = ofApp.get(platformId) ?? { tokens: 0, inRow: 0, perMinute: 0, asking: null, emptyUntil: 0 };
  ofApp.set(platformId, lease);
  if (lease.tokens < 1 && app.clock.now().getTime() >= lease.emptyUntil) {
    lease.asking ??= leaseBlock(app, platformId, lease).finally(() => {
      lease.asking = null;
    });
    await lease.asking;
  }
  const allowed = lease.tokens >= 1;
  if (allowed) lease.tokens -= 1;
  const remaining = Math.max(0, Math.floor(lease.tokens + lease.inRow));
  const perSecond = lease.perMinute / 60;
  return {
    allowed,
    limit: lease.perMinute,
    remaining,
    resetSeconds: (burst - remaining) / perSecond,
    retryAfter: Math.max(1, Math.ceil(1 / perSecond)),
  };
}

async function leaseBlock(app: App, platformId: string, lease: Lease): Promise<void> {
  const now = app.clock.now();
  const { rows } = await app.db.pool.query<{ taken: number; tokens: number; per_minute: number }>({
    name: 'lease-requests',
    text: `
      WITH allowed AS (SELECT coalesce(request_limit, $2)::int AS per_minute FROM platforms WHERE id = $1),
      made AS (
        INSERT INTO request_budgets (platform_id, tokens, refilled_at)
        SELECT $1, ${burst}, $3 FROM allowed ON CONFLICT (platform_id) DO NOTHING
      ), refilled AS (
        SELECT least(${burst}, b.tokens + greatest(0, extract(epoch FROM $3::timestamptz - b.refilled_at))
                               * per_minute / 60.0)::float8 AS tokens, per_minute
        FROM allowed LEFT JOIN request_budgets b ON b.platform_id = $1
        FOR UPDATE OF b
      ), taken AS (
        SELECT floor(least(${block}, coalesce(tokens, ${burst})))::int AS taken, per_minute,
               coalesce(tokens, ${burst}) AS tokens
        FROM refilled
      ), kept AS (
        UPDATE request_budgets b SET tokens = t.tokens - t.taken, refilled_at = greatest(b.refilled_at, $3)
        FROM taken t WHERE b.platform_id = $1
      )
      SELECT taken, tokens - taken AS tokens, per_minute FROM taken`,
    values: [platformId, app.config.rateLimitPerMinute, now],
  });
  const [row] = rows;
  lease.perMinute = row?.per_minute ?? app.config.rateLimitPerMinute;
  lease.tokens += row?.taken ?? 0;
  lease.inRow = row?.tokens ?? 0;
  if (lease.tokens < 1) lease.emptyUntil = now.getTime() + Math.ceil(60_000 / lease.perMinute);
}
