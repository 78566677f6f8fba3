import type { App } from '../context.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { apart } from '../messages/states/message-states.ts';

/** Messages, and events without one, that one batch strips, at most. */
const rowsABatch = 200;

/** SQL: whether content of `row` is kept for days of its own that are still to end; in the form of its index. */
const hasDaysSql = (row: string) => apart(`${row}.content_days > 0`);

/** From when the days count: the emit, or the time at which later mail was to leave or ended; as the index has it. */
const begun = 'CASE WHEN m.send_at IS NULL THEN m.created_at ELSE least(m.send_at, m.ended_at) END';

const since = '$1::timestamptz - make_interval(hours => 24 * kept.days)';

/**
 * Removes payloads and values whose event type keeps them for fewer days than the service (docs/rules.md#content-days),
 * but for those of mail that is still to go. Rows that are done have no days any more, and are not read again.
 */
export async function stripShortContent({ config }: App, client: Queryable, now: Date): Promise<boolean> {
  const { rows } = await client.query<{ found: number }>(stripStatement, [now, config.messageContentDays]);
  return (rows[0]?.found ?? 0) >= rowsABatch;
}

const stripStatement = `
  WITH mails AS MATERIALIZED (
    SELECT found.* FROM generate_series(1, $2::int) AS kept (days) CROSS JOIN LATERAL (
      SELECT m.workspace_id, m.id, m.event_id FROM messages m
      WHERE ${hasDaysSql('m')} AND m.content_days = kept.days AND ${begun} <= ${since}
        AND m.state NOT IN ('scheduled', 'queued', 'sending')
      ORDER BY ${begun} LIMIT ${rowsABatch}) found
    LIMIT ${rowsABatch}
  ), others AS MATERIALIZED (
    SELECT found.* FROM generate_series(1, $2::int) AS kept (days) CROSS JOIN LATERAL (
      SELECT e.workspace_id, e.id FROM events e
      WHERE ${hasDaysSql('e')} AND e.content_days = kept.days AND e.created_at <= ${since}
      ORDER BY e.created_at LIMIT ${rowsABatch}) found
    LIMIT ${rowsABatch}
  ), contents AS (
    UPDATE messages m SET values = NULL, content_days = NULL FROM mails
    WHERE m.workspace_id = mails.workspace_id AND m.id = mails.id
  ), payloads AS (
    UPDATE events e SET payload = NULL, content_days = NULL
    FROM (SELECT workspace_id, event_id AS id FROM mails UNION ALL SELECT workspace_id, id FROM others) done
    WHERE e.workspace_id = done.workspace_id AND e.id = done.id
  )
  SELECT greatest((SELECT count(*) FROM mails), (SELECT count(*) FROM others))::int AS found`;
