/** The backlog of a platform and of an endpoint, for those that a page shows; read together. */
import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { readByIndexes } from '../db/lists/walk.ts';
import { statement } from '../db/rows.ts';
import { apart, currentStates, scheduledSql, stateIn } from '../messages/states/message-states.ts';
import { type CappedCount, cappedCount, ownCountMax } from './capped-count.ts';

const limit = ownCountMax + 1;

/** Messages and webhooks of a platform that are not final. */
export interface PlatformBacklog {
  /** The platform. */
  readonly id: string;
  readonly queued: number;
  /** Messages that leave later. */
  readonly scheduled: CappedCount;
  readonly sending: number;
  readonly awaitingReport: number;
  /** Whether the platform has more open messages than were counted. */
  readonly capped: boolean;
  readonly webhooks: CappedCount;
}

const webhooksSql = (id: string) => `(SELECT count(*)::int FROM (
        SELECT FROM pending_webhooks h WHERE h.platform_id = ${id} LIMIT ${limit}) q) AS webhooks`;

const scheduledOfSql = (id: string) => `(SELECT count(*)::int FROM (
        SELECT 1 FROM messages WHERE platform_id = ${id} AND ${scheduledSql('state')} LIMIT ${limit}) q) AS scheduled`;

const currentSql = (id: string) => `(
      SELECT count(*)::int AS found,
        count(*) FILTER (WHERE o.state = 'queued')::int AS queued,
        count(*) FILTER (WHERE o.state = 'sending')::int AS sending,
        count(*) FILTER (WHERE o.state = 'sent')::int AS sent
      FROM (SELECT state FROM messages
            WHERE platform_id = ${id} AND ${apart(stateIn('state', currentStates))} LIMIT ${limit}) o) m`;

const platformBacklogs = statement({
  alone: true,
  values: { ids: 'text[]' },
  text: ({ ids }) => `
    SELECT p.id, m.queued, m.sending, m.sent, m.found, ${webhooksSql('p.id')}, ${scheduledOfSql('p.id')}
    FROM unnest(${ids}) AS p (id), LATERAL ${currentSql('p.id')}`,
});

/** Of a cluster: mail of one platform, in all shards. */
const platformMail = statement({
  values: { id: 'text' },
  text: ({ id }) => `SELECT m.*, ${scheduledOfSql(id)} FROM ${currentSql(id)}`,
});

/** Of a cluster, on its coordinator. */
const platformWebhooks = statement({
  values: { ids: 'text[]' },
  text: ({ ids }) => `SELECT p.id, ${webhooksSql('p.id')} FROM unnest(${ids}) AS p (id)`,
});

interface PlatformRow {
  readonly id: string;
  readonly queued: number;
  readonly scheduled: number;
  readonly sending: number;
  readonly sent: number;
  readonly found: number;
  readonly webhooks: number;
}

export async function readPlatformBacklogs({ db }: App, ids: readonly string[]): Promise<readonly PlatformBacklog[]> {
  const rows = await readByIndexes(db, async (client) => {
    if (db.isCluster()) return ofCluster(client, ids);
    return (await client.query<PlatformRow>(platformBacklogs({ ids }))).rows;
  });
  return rows.map(({ id, queued, scheduled, sending, sent, found, webhooks }) => ({
    id,
    queued,
    scheduled: cappedCount(scheduled, ownCountMax),
    sending,
    awaitingReport: sent,
    capped: found > ownCountMax,
    webhooks: cappedCount(webhooks, ownCountMax),
  }));
}

async function ofCluster(client: Queryable, ids: readonly string[]): Promise<readonly PlatformRow[]> {
  const { rows: told } = await client.query<Pick<PlatformRow, 'id' | 'webhooks'>>(platformWebhooks({ ids }));
  const found: PlatformRow[] = [];
  for (const { id, webhooks } of told) {
    const { rows } = await client.query<Omit<PlatformRow, 'id' | 'webhooks'>>(platformMail({ id }));
    found.push(...rows.map((row) => ({ ...row, id, webhooks })));
  }
  return found;
}

/** Webhooks that an endpoint has not received yet. */
export interface EndpointBacklog {
  /** The endpoint. */
  readonly id: string;
  readonly pending: CappedCount;
  readonly oldestDueAt: Date | null;
}

const endpointBacklogs = statement({
  values: { platformId: 'text', ids: 'text[]' },
  text: ({ platformId, ids }) => `
    SELECT e.id,
      (SELECT count(*)::int FROM (
        SELECT FROM pending_webhooks WHERE platform_id = ${platformId} AND endpoint_id = e.id
        LIMIT ${limit}) q) AS pending,
      (SELECT due_at FROM pending_webhooks WHERE platform_id = ${platformId} AND endpoint_id = e.id
       ORDER BY due_at LIMIT 1) AS "oldestDueAt"
    FROM unnest(${ids}) AS e (id)`,
});

export async function readEndpointBacklogs(
  { db }: App,
  platformId: string,
  ids: readonly string[],
): Promise<readonly EndpointBacklog[]> {
  const { rows } = await readByIndexes(db, (client) =>
    client.query<{ id: string; pending: number; oldestDueAt: Date | null }>(endpointBacklogs({ platformId, ids })),
  );
  return rows.map((row) => ({ ...row, pending: cappedCount(row.pending, ownCountMax) }));
}
