/** Whose mail servers take no mail now (docs/rules.md#refusing-domains). */
import type { Ctx } from '../../context.ts';
import { readByIndexes } from '../../db/lists/walk.ts';
import { statement } from '../../db/rows.ts';
import { apart, currentStates, fromSql, moves, stateIn } from '../states/message-states.ts';

/** Open messages of the platform that are looked at, at most. */
const openMessagesMax = 10_000;
/** Domains that are returned, at most: those with the most mail. */
export const refusingDomainsMax = 50;
/** Oldest messages of each domain whose attempts are read. */
const triedMax = 20;

/** A domain of recipients whose mail was tried and waits. */
export interface RefusingDomain {
  readonly domain: string;
  /** Messages that wait for it. */
  readonly waiting: number;
  /** Queued messages to it that wait for something else, such as the mails of the next day. */
  readonly waitingOtherwise: number;
  /** Workspaces that the messages are of. */
  readonly workspaces: number;
  /** The first attempt in vain at mail that still waits. */
  readonly since: Date;
  readonly lastTriedAt: Date;
  /** Earliest next attempt, past or future. */
  readonly nextAttemptAt: Date;
  /** Host of the last attempt; null: none was found. */
  readonly exchanger: string | null;
  /** What it answered; null: it was not reached. */
  readonly reply: string | null;
}

export interface RefusingDomains {
  readonly domains: readonly RefusingDomain[];
  /** Whether the platform has more open messages, or more such domains, than were looked at. */
  readonly capped: boolean;
}

const domains = statement({
  values: { platformId: 'text' },
  text: ({ platformId }) => `
    WITH open AS (
      SELECT workspace_id, id, state, simulation, recipient, attempt_number, waits_for, due_at FROM messages
      WHERE platform_id = ${platformId} AND ${apart(stateIn('state', currentStates))}
      LIMIT ${openMessagesMax + 1}
    ), queued AS (
      SELECT o.*, lower(substring(o.recipient FROM '[^@]*$')) AS domain,
        o.attempt_number > 0 OR coalesce(o.waits_for LIKE 'quiet:%', false) AS held
      FROM open o JOIN workspaces w ON w.platform_id = ${platformId} AND w.id = o.workspace_id
      WHERE w.deleted_at IS NULL AND ${fromSql('o.state', moves.claim)} AND o.simulation IS NULL
        AND o.recipient IS NOT NULL
    ), tried AS (
      SELECT q.*, row_number() OVER (PARTITION BY q.domain ORDER BY q.id) AS place
      FROM queued q WHERE q.attempt_number > 0
    ), answers AS (
      SELECT DISTINCT ON (t.domain) t.domain, a.at, a.exchanger, a.reply, min(a.at) OVER (PARTITION BY t.domain) AS since
      FROM tried t CROSS JOIN LATERAL (
        SELECT a.at, a.exchanger, a.reply FROM message_attempts a
        WHERE a.workspace_id = t.workspace_id AND a.message_id = t.id AND a.outcome = 'temporary') a
      WHERE t.place <= ${triedMax}
      ORDER BY t.domain, a.at DESC
    )
    SELECT q.domain, count(*) FILTER (WHERE q.held)::int AS waiting,
      count(*) FILTER (WHERE NOT q.held)::int AS "waitingOtherwise",
      count(DISTINCT q.workspace_id) FILTER (WHERE q.held)::int AS workspaces,
      min(q.due_at) FILTER (WHERE q.held) AS "nextAttemptAt", a.since, a.at AS "lastTriedAt", a.exchanger, a.reply,
      (SELECT count(*)::int FROM open) AS open
    FROM queued q JOIN answers a ON a.domain = q.domain
    GROUP BY q.domain, a.since, a.at, a.exchanger, a.reply
    ORDER BY waiting DESC, q.domain LIMIT ${refusingDomainsMax + 1}`,
});

/** Lists the domains, most waiting mail first. */
export async function listRefusingDomains({ app, platformId }: Ctx): Promise<RefusingDomains> {
  const { rows } = await readByIndexes(app.db, (client) =>
    client.query<RefusingDomain & { readonly open: number }>(domains({ platformId })),
  );
  return {
    domains: rows.slice(0, refusingDomainsMax).map(({ open: _open, ...domain }) => domain),
    capped: rows.length > refusingDomainsMax || (rows[0]?.open ?? 0) > openMessagesMax,
  };
}
