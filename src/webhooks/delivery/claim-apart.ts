/**
 * The claim of webhooks on a cluster (docs/rules.md#webhooks-of-a-cluster), which takes no statement that has both the
 * endpoints, on every machine, and the webhooks, on the coordinator: the steps of `claimTogether` in one transaction.
 */
import type { App } from '../../context.ts';
import { formOfReached } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { isOpenSql, probesSql, startProbeSql } from './breaker.ts';
import { type FactsRow, readFacts, type WebhookRow, webhookColumns } from './build-bodies.ts';
import type { ClaimedRow, WebhookClaim } from './claimed-webhook.ts';
import { dueOf } from './due-webhooks-sql.ts';
import { aheadSql, allowedSql } from './endpoint-rate.ts';
import { findUnsettled, putOffUnsettled } from './unsettled.ts';
import { readWithheld } from './withheld-webhooks.ts';

interface ClaimTerms {
  readonly now: Date;
  readonly leaseUntil: Date;
  readonly overSince: Date;
  readonly leaseEnd: Date;
  readonly platformIds: readonly string[];
  readonly most: number;
}

interface AskedEndpoint extends Pick<ClaimedRow, 'platformId' | 'url' | 'headersSealed' | 'probe'> {
  readonly id: string;
  readonly rateLimit: number | null;
  readonly allowed: number | null;
  /** Seconds by which what was claimed lately is ahead of its rate. */
  readonly ahead: number;
}

const endpointSql = (ids: string, platformIds: string, now: string) => `
  SELECT e.platform_id AS "platformId", e.id, e.url, e.headers_sealed AS "headersSealed", ${probesSql('e')} AS probe,
    e.rate_limit AS "rateLimit", ${allowedSql('e', now)} AS allowed, ${aheadSql('e', now)} AS ahead
  FROM webhook_endpoints e
  WHERE e.platform_id = ANY(${platformIds}) AND e.id = ANY(${ids}) AND e.deleted_at IS NULL AND ${isOpenSql('e', now)}`;

const readEndpoints = statement({
  values: { ids: 'text[]', platformIds: 'text[]', now: 'timestamptz' },
  text: ({ ids, platformIds, now }) => endpointSql(ids, platformIds, now),
});

/** An endpoint that somebody is changing waits for its next turn, and holds up none of the others. */
const lockEndpoints = statement({
  values: { ids: 'text[]', platformIds: 'text[]', now: 'timestamptz' },
  text: ({ ids, platformIds, now }) => `${endpointSql(ids, platformIds, now)}
  ORDER BY e.platform_id, e.id FOR NO KEY UPDATE OF e SKIP LOCKED`,
});

interface DueClaim {
  readonly claim: WebhookClaim;
  readonly free: number;
  readonly terms: ClaimTerms;
}

interface OwnRow extends WebhookRow, Pick<ClaimedRow, 'attemptNumber' | 'roundAttempts' | 'roundStartedAt' | 'dueAt'> {}

/** The endpoints are locked before their webhooks, as deleting an endpoint locks them. */
const claimDue = statement({
  rows: {
    a: rowsOf<DueClaim>({
      platform_id: ['text', ({ claim }) => claim.turn.platformId],
      id: ['text', ({ claim }) => claim.turn.id],
      free: ['int', ({ free }) => free],
      // A round begins no later than it is due: what was due before is over.
      due_from: ['timestamptz', ({ claim, terms }) => later(claim.dueFrom, terms.overSince)],
      now: ['timestamptz', ({ terms }) => terms.now],
      over_since: ['timestamptz', ({ terms }) => terms.overSince],
      lease_end: ['timestamptz', ({ terms }) => terms.leaseEnd],
    }),
  },
  values: { leaseUntil: 'timestamptz', withheld: 'text[]' },
  // A webhook whose workspace is not reached waits, and holds up none behind it.
  text: ({ a, leaseUntil, withheld }, _only, within) => `
  WITH due AS (
    SELECT d.* FROM ${a} CROSS JOIN LATERAL (
      SELECT h.* FROM ${dueOf('a', `h.id <> ALL(${withheld}) AND (h.workspace_id IS NULL OR ${within('h.workspace_id')})`)}
      ORDER BY p.due_at LIMIT a.free FOR NO KEY UPDATE OF p SKIP LOCKED) d
  ), claimed AS (
    UPDATE pending_webhooks p
    SET attempt_number = p.attempt_number + 1, round_attempts = p.round_attempts + 1, lease_until = ${leaseUntil}
    FROM due WHERE p.platform_id = due.platform_id AND p.id = due.id
    RETURNING due.*, p.attempt_number AS number, p.round_attempts, p.round_started_at, p.due_at
  )
  SELECT ${webhookColumns('c')}, c.number AS "attemptNumber", c.round_attempts AS "roundAttempts",
    c.round_started_at AS "roundStartedAt", c.due_at AS "dueAt"
  FROM claimed c ORDER BY c.platform_id, c.due_at, c.id`,
});

function later(time: Date | null, than: Date): Date {
  return time !== null && time > than ? time : than;
}

const startProbes = statement({
  values: { platformIds: 'text[]', ids: 'text[]', leaseUntil: 'timestamptz' },
  text: ({ platformIds, ids, leaseUntil }) => `
  UPDATE webhook_endpoints SET ${startProbeSql(leaseUntil)} WHERE platform_id = ANY(${platformIds}) AND id = ANY(${ids})`,
});

const spendRate = statement({
  values: { platformId: 'text', id: 'text', rateAt: 'timestamptz' },
  text: ({ platformId, id, rateAt }) =>
    `UPDATE webhook_endpoints SET rate_at = ${rateAt} WHERE platform_id = ${platformId} AND id = ${id}`,
});

const readSecrets = statement({
  values: { platformIds: 'text[]' },
  text: ({ platformIds }) => `
  SELECT platform_id AS "platformId", array_agg(id ORDER BY id) AS ids, array_agg(secret_sealed ORDER BY id) AS sealed
  FROM webhook_secrets WHERE platform_id = ANY(${platformIds}) GROUP BY platform_id`,
});

export async function claimApart(
  app: App,
  claims: readonly WebhookClaim[],
  terms: ClaimTerms,
): Promise<readonly ClaimedRow[]> {
  const reached = await formOfReached(app.db);
  // Before the transaction, which holds endpoints: all shards are asked.
  const withheld = await readWithheld(
    app.db,
    claims.map(({ turn }) => turn.id),
    { ...terms, reached },
  );
  if (withheld === null) return [];
  return app.db.transaction(async (client) => {
    const endpoints = await takeEndpoints(client, claims, terms);
    const asked = claims.flatMap((claim): readonly DueClaim[] => {
      const endpoint = endpoints.get(claim.turn.id);
      const free = endpoint ? freeOf(endpoint, claim) : 0;
      return free > 0 ? [{ claim, free, terms }] : [];
    });
    if (asked.length === 0) return [];
    const { rows } = await client.query<OwnRow>(
      reached(claimDue)({ a: asked, leaseUntil: terms.leaseUntil, withheld }),
    );
    if (rows.length === 0) return [];
    const facts = new Map((await readFacts(app.db, client, rows)).map((row) => [row.id, row]));
    const unsettled = await findUnsettled(client, rows, facts, terms.now);
    await putOffUnsettled(client, terms.platformIds, unsettled, terms.now);
    const settled = rows.filter(({ id }) => !unsettled.has(id));
    await noteClaimed(client, endpoints, settled, terms);
    return withFacts(client, endpoints, settled, facts);
  });
}

/** A probe is one webhook, whatever the rate. */
function freeOf({ probe, rateLimit, allowed }: AskedEndpoint, { limit }: WebhookClaim): number {
  if (probe) return 1;
  return rateLimit === null ? limit : Math.min(limit, allowed ?? 0);
}

/** By id. Those that probe or have a rate are locked, and then read again. */
async function takeEndpoints(
  client: Queryable,
  claims: readonly WebhookClaim[],
  { now, platformIds }: ClaimTerms,
): Promise<ReadonlyMap<string, AskedEndpoint>> {
  const ids = claims.map(({ turn }) => turn.id);
  const { rows } = await client.query<AskedEndpoint>(readEndpoints({ ids, platformIds, now }));
  const counted = rows.filter(({ probe, rateLimit }) => probe || rateLimit !== null).map(({ id }) => id);
  const free = rows.filter(({ id }) => !counted.includes(id));
  if (counted.length === 0) return new Map(free.map((row) => [row.id, row]));
  const locked = await client.query<AskedEndpoint>(lockEndpoints({ ids: counted, platformIds, now }));
  return new Map([...free, ...locked.rows].map((row) => [row.id, row]));
}

/** Notes what was claimed of the endpoints that probe or have a rate. */
async function noteClaimed(
  client: Queryable,
  endpoints: ReadonlyMap<string, AskedEndpoint>,
  rows: readonly OwnRow[],
  { now, platformIds, leaseUntil }: ClaimTerms,
): Promise<void> {
  const claimed = [...Map.groupBy(rows, ({ endpointId }) => endpointId)].flatMap(([id, some]) => {
    const endpoint = endpoints.get(id);
    return endpoint ? [{ endpoint, count: some.length }] : [];
  });
  const probing = claimed.filter(({ endpoint }) => endpoint.probe).map(({ endpoint }) => endpoint.id);
  if (probing.length > 0) await client.query(startProbes({ platformIds, ids: probing, leaseUntil }));
  for (const { endpoint, count } of claimed) {
    const { platformId, id, probe, rateLimit, ahead } = endpoint;
    if (probe || rateLimit === null) continue;
    const rateAt = new Date(now.getTime() + (ahead + count / rateLimit) * 1_000);
    await client.query(spendRate({ platformId, id, rateAt }));
  }
}

async function withFacts(
  client: Queryable,
  endpoints: ReadonlyMap<string, AskedEndpoint>,
  rows: readonly OwnRow[],
  facts: ReadonlyMap<string, FactsRow>,
): Promise<readonly ClaimedRow[]> {
  const platformIds = [...new Set(rows.map(({ platformId }) => platformId))];
  const secrets = await client.query<{ platformId: string; ids: readonly string[]; sealed: readonly Buffer[] }>(
    readSecrets({ platformIds }),
  );
  return rows.flatMap((row) => {
    const endpoint = endpoints.get(row.endpointId);
    const known = facts.get(row.id);
    if (endpoint === undefined || known === undefined) return [];
    const { reference: workspaceReference, state: _state, endedAt: _endedAt, ...told } = known;
    const { url, headersSealed, probe } = endpoint;
    const ofPlatform = secrets.rows.find(({ platformId }) => platformId === row.platformId);
    const signed = { secretIds: ofPlatform?.ids ?? null, secretsSealed: ofPlatform?.sealed ?? null };
    return [{ ...told, ...row, url, headersSealed, probe, workspaceReference, ...signed }];
  });
}
