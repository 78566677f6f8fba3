/**
 * A platform's request limit across all processes (docs/rules.md#request-limit): each process leases small blocks of
 * tokens from one row, so that not every request writes.
 */

import type { App } from '../../context.ts';
import { clockTolerance } from '../../ground/time/clock.ts';
import type { RequestLease } from './request-lease.ts';

/** Requests in a burst after a quiet time; never more than those of a minute. */
const burstMax = 500;
/** Tokens that a process leases at a time, at most. */
const blockMax = 50;
/** Processes that may hold the rest of a block beside a full budget, before a burst could exceed the minute. */
const processesMax = 100;

export interface RequestAllowance {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfter: number;
}

/** Takes `count` tokens of the platform, or none. */
export async function takeRequestToken(app: App, platformId: string, count = 1): Promise<RequestAllowance> {
  const lease = leaseOf(app, platformId);
  // Leases again when more requests waited for the block than it had tokens.
  lease.waiting += count;
  try {
    while (lease.tokens < count && app.clock.now().getTime() >= lease.emptyUntil) {
      lease.asking ??= leaseBlock(app, platformId, lease).finally(() => {
        lease.asking = null;
      });
      await lease.asking;
    }
  } finally {
    lease.waiting -= count;
  }
  const allowed = lease.tokens >= count;
  if (allowed) lease.tokens -= count;
  const burst = Math.min(burstMax, lease.perMinute);
  const remaining = Math.min(burst, Math.max(0, Math.floor(lease.tokens + lease.inRow)));
  const perSecond = lease.perMinute / 60;
  const missing = Math.max(1, count - lease.tokens - lease.inRow);
  return {
    allowed,
    limit: lease.perMinute,
    remaining,
    resetSeconds: (burst - remaining) / perSecond,
    retryAfter: Math.max(1, Math.ceil(missing / perSecond)),
  };
}

function leaseOf({ parts: { requestLeases } }: App, platformId: string): RequestLease {
  const known = requestLeases.get(platformId);
  if (known) return known;
  const made = { tokens: 0, inRow: 0, perMinute: 0, waiting: 0, asking: null, emptyUntil: 0 };
  requestLeases.set(platformId, made);
  return made;
}

/**
 * $4: requests that wait. A process may hold further tokens for long, so a small limit is leased one by one.
 * $5: a later time in the row is that of a process whose clock was ahead: no token would be had before it.
 */
const leaseStatement = `
WITH allowed AS (
  SELECT id, coalesce(request_limit, $2)::int AS per_minute, least(${burstMax}, coalesce(request_limit, $2)::int) AS burst
  FROM platforms WHERE id = $1
), budget AS (
  SELECT b.platform_id, l.per_minute,
         greatest($4::int, least(${blockMax}, 1 + (l.per_minute - l.burst) / ${processesMax})) AS block,
         least(l.burst, b.tokens + greatest(0, extract(epoch FROM $3::timestamptz - b.refilled_at))
                                   * l.per_minute / 60.0)::float8 AS tokens
  FROM request_budgets b JOIN allowed l ON l.id = b.platform_id
  FOR UPDATE OF b
)
UPDATE request_budgets b
SET tokens = budget.tokens - floor(least(budget.block, budget.tokens)),
  refilled_at = CASE WHEN b.refilled_at > $5 THEN $3 ELSE greatest(b.refilled_at, $3) END
FROM budget WHERE b.platform_id = budget.platform_id
RETURNING floor(least(budget.block, budget.tokens))::int AS taken, b.tokens AS left, budget.per_minute AS "perMinute"`;

/**
 * The same on a cluster, where platforms are on every machine and budgets on the coordinator: $2 is what the platform may in a
 * minute. A part of WITH that locks rows does not hand them on there, so a subquery does.
 */
const leaseApartStatement = `
UPDATE request_budgets b
SET tokens = budget.tokens - floor(least(budget.block, budget.tokens)),
  refilled_at = CASE WHEN b.refilled_at > $5 THEN $3 ELSE greatest(b.refilled_at, $3) END
FROM (
  SELECT platform_id, greatest($4::int, least(${blockMax}, 1 + ($2::int - least(${burstMax}, $2::int)) / ${processesMax})) AS block,
         least(least(${burstMax}, $2::int), tokens + greatest(0, extract(epoch FROM $3::timestamptz - refilled_at))
                                                     * $2::int / 60.0)::float8 AS tokens
  FROM request_budgets WHERE platform_id = $1 FOR UPDATE
) budget
WHERE b.platform_id = $1 AND b.platform_id = budget.platform_id
RETURNING floor(least(budget.block, budget.tokens))::int AS taken, b.tokens AS left, $2::int AS "perMinute"`;

interface Leased {
  readonly taken: number;
  readonly left: number;
  readonly perMinute: number;
}

interface LeaseTerms {
  readonly now: Date;
  readonly latest: Date;
  readonly waiting: number;
}

/** No row: the platform has no budget yet. */
async function askForBlock({ db, config }: App, platformId: string, terms: LeaseTerms): Promise<Leased | undefined> {
  const { now, latest, waiting } = terms;
  const usual = config.rateLimitPerMinute;
  if (!db.isCluster()) {
    const values = [platformId, usual, now, waiting, latest];
    return (await db.pool.query<Leased>({ name: 'lease-requests', text: leaseStatement, values })).rows[0];
  }
  const { rows: own } = await db.pool.query<{ limit: number | null }>(
    'SELECT request_limit AS limit FROM platforms WHERE id = $1',
    [platformId],
  );
  const values = [platformId, own[0]?.limit ?? usual, now, waiting, latest];
  return (await db.pool.query<Leased>({ text: leaseApartStatement, values })).rows[0];
}

async function leaseBlock(app: App, platformId: string, lease: RequestLease): Promise<void> {
  const now = app.clock.now();
  const latest = new Date(now.getTime() + clockTolerance);
  const ask = () => askForBlock(app, platformId, { now, latest, waiting: Math.max(1, lease.waiting) });
  let row = await ask();
  if (row === undefined) {
    await app.db.pool.query(
      'INSERT INTO request_budgets (platform_id, tokens, refilled_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [platformId, burstMax, now],
    );
    row = await ask();
  }
  if (!row) throw new Error('A platform has no request budget');
  lease.perMinute = row.perMinute;
  lease.tokens += row.taken;
  lease.inRow = row.left;
  if (row.taken < 1) lease.emptyUntil = now.getTime() + Math.ceil(60_000 / row.perMinute);
}
