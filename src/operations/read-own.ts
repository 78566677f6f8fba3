/** The backlog of a platform and of an endpoint, for those that a page shows; read together. */
import type { App } from '../context.ts';
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

const platformBacklogs = statement({
  values: { ids: 'text[]' },
  text: ({ ids }) => `
    SELECT p.id, m.queued, m.sending, m.sent, m.found,
      (SELECT count(*)::int FROM (
        SELECT FROM pending_webhooks h WHERE h.platform_id = p.id LIMIT ${limit}) q) AS webhooks,
      (SELECT count(*)::int FROM (
        SELECT FROM messages WHERE platform_id = p.id AND ${scheduledSql('state')} LIMIT ${limit}) q) AS scheduled
    FROM unnest(${ids}) AS p (id), LATERAL (
      SELECT count(*)::int AS found,
        count(*) FILTER (WHERE o.state = 'queued')::int AS queued,
        count(*) FILTER (WHERE o.state = 'sending')::int AS sending,
        count(*) FILTER (WHERE o.state = 'sent')::int AS sent
      FROM (SELECT state FROM messages
            WHERE platform_id = p.id AND ${apart(stateIn('state', currentStates))} LIMIT ${limit}) o) m`,
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
  const { rows } = await readByIndexes(db, (client) => client.query<PlatformRow>(platformBacklogs({ ids })));
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
