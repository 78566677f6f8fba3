import type { App } from '../context.ts';
import { ofEachWorkspace } from '../db/by-workspace.ts';
import type { Db, Queryable } from '../db/connections/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { apart } from '../messages/states/message-states.ts';

/** Messages, and events without one, that one batch strips, at most. */
const rowsABatch = 200;

/** SQL: whether content of `row` is kept for days of its own that are still to end; in the form of its index. */
const hasDaysSql = (row: string) => apart(`${row}.content_days > 0`);

/** From when the days count: the emit, or the time at which later mail was to leave or ended; as the index has it. */
const begun = 'CASE WHEN m.send_at IS NULL THEN m.created_at ELSE least(m.send_at, m.ended_at) END';

const sinceSql = (now: string) => `${now} - make_interval(hours => 24 * kept.days)`;

/**
 * Removes payloads and values whose event type keeps them for fewer days than the service (docs/rules.md#content-days),
 * but for those of mail that is still to go. Rows that are done have no days any more, and are not read again.
 */
export async function stripShortContent({ config, db }: App, client: Queryable, now: Date): Promise<boolean> {
  const terms = { now, days: config.messageContentDays };
  if (db.isCluster()) return stripApart(db, client, terms);
  const { rows } = await client.query<{ found: number }>(stripDue(terms));
  return (rows[0]?.found ?? 0) >= rowsABatch;
}

const strippableSql = "m.state NOT IN ('scheduled', 'queued', 'sending')";

const stripDue = statement({
  alone: true,
  values: { now: 'timestamptz', days: 'int' },
  text: ({ now, days }) => `
  WITH mails AS MATERIALIZED (
    SELECT found.* FROM generate_series(1, ${days}) AS kept (days) CROSS JOIN LATERAL (
      SELECT m.workspace_id, m.id, m.event_id FROM messages m
      WHERE ${hasDaysSql('m')} AND m.content_days = kept.days AND ${begun} <= ${sinceSql(now)}
        AND ${strippableSql}
      ORDER BY ${begun} LIMIT ${rowsABatch}) found
    LIMIT ${rowsABatch}
  ), others AS MATERIALIZED (
    SELECT found.* FROM generate_series(1, ${days}) AS kept (days) CROSS JOIN LATERAL (
      SELECT e.workspace_id, e.id FROM events e
      WHERE ${hasDaysSql('e')} AND e.content_days = kept.days AND e.created_at <= ${sinceSql(now)}
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
  SELECT greatest((SELECT count(*) FROM mails), (SELECT count(*) FROM others))::int AS found`,
});

/** A message and its event, or an event without one. */
interface Short {
  readonly workspaceId: string;
  readonly messageId: string | null;
  readonly eventId: string;
}

const findMails = statement({
  values: { now: 'timestamptz', days: 'int' },
  text: ({ now, days }) => `
  SELECT m.workspace_id AS "workspaceId", m.id AS "messageId", m.event_id AS "eventId"
  FROM generate_series(1, ${days}) AS kept (days)
  JOIN messages m ON m.content_days = kept.days AND ${begun} <= ${sinceSql(now)}
  WHERE ${hasDaysSql('m')} AND ${strippableSql} LIMIT ${rowsABatch}`,
});
const findEvents = statement({
  values: { now: 'timestamptz', days: 'int' },
  text: ({ now, days }) => `
  SELECT e.workspace_id AS "workspaceId", NULL AS "messageId", e.id AS "eventId"
  FROM generate_series(1, ${days}) AS kept (days)
  JOIN events e ON e.content_days = kept.days AND e.created_at <= ${sinceSql(now)}
  WHERE ${hasDaysSql('e')} LIMIT ${rowsABatch}`,
});

const stripNamed = statement({
  rows: {
    i: rowsOf<Short>({
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      message_id: ['text', ({ messageId }) => messageId],
      event_id: ['text', ({ eventId }) => eventId],
    }),
  },
  text: ({ i }, only) => `
  WITH known AS MATERIALIZED (SELECT * FROM ${i}
  ), contents AS (
    UPDATE messages m SET values = NULL, content_days = NULL FROM known i
    WHERE m.workspace_id = i.workspace_id AND ${only('m.workspace_id')} AND m.id = i.message_id
  )
  UPDATE events e SET payload = NULL, content_days = NULL FROM known i
  WHERE e.workspace_id = i.workspace_id AND ${only('e.workspace_id')} AND e.id = i.event_id`,
});

/** On a cluster what is found over all shards is stripped workspace by workspace. */
async function stripApart(db: Db, client: Queryable, terms: { readonly now: Date; readonly days: number }) {
  const mails = await client.query<Short>(findMails(terms));
  const others = await client.query<Short>(findEvents(terms));
  const workspaceOf = ({ workspaceId }: Short) => workspaceId;
  await ofEachWorkspace(db, [...mails.rows, ...others.rows], workspaceOf, async (some, form) => {
    return (await client.query(form(stripNamed)({ i: some }))).rows;
  });
  return Math.max(mails.rows.length, others.rows.length) >= rowsABatch;
}
