import type { App } from '../context.ts';
import { formOf, ofEachWorkspace } from '../db/by-workspace.ts';
import type { Queryable } from '../db/connections/pool.ts';
import { type Only, ofAny, rowsOf, statement } from '../db/rows.ts';
import { apart } from '../messages/states/message-states.ts';
import { spannedSql, spanOfInstants, spanValues } from './span-of-times.ts';

/** Messages, and events without one, that one batch strips, at most. */
const rowsABatch = 200;

/** SQL: whether content of `row` is kept for days of its own that are still to end; in the form of its index. */
const hasDaysSql = (row: string) => apart(`${row}.content_days > 0`);

/** From when the days count: the emit, or the time at which later mail was to leave or ended; as the index has it. */
const begun = 'CASE WHEN m.send_at IS NULL THEN m.created_at ELSE least(m.send_at, m.ended_at) END';

const sinceSql = (now: string) => `${now} - make_interval(hours => 24 * kept.days)`;

/** SQL: the oldest of each number of days. On a cluster, which finds none so over its shards, any that are due. */
function dueSql(
  only: Only,
  days: string,
  { columns, from, when, by }: Readonly<Record<'columns' | 'from' | 'when' | 'by', string>>,
) {
  const kept = `generate_series(1, ${days}) AS kept (days)`;
  if (only !== ofAny) return `SELECT ${columns} FROM ${kept} JOIN ${from} ON ${when} LIMIT ${rowsABatch}`;
  return `
    SELECT found.* FROM ${kept} CROSS JOIN LATERAL (
      SELECT ${columns} FROM ${from} WHERE ${when} ORDER BY ${by} LIMIT ${rowsABatch}) found
    LIMIT ${rowsABatch}`;
}

/** A message and its event, or an event without one. */
interface Short {
  readonly workspaceId: string;
  readonly messageId: string | null;
  readonly eventId: string;
}

const findMails = statement({
  name: 'find-short-mails',
  hidden: true,
  values: { now: 'timestamptz', days: 'int' },
  text: ({ now, days }, only) =>
    dueSql(only, days, {
      columns: 'm.workspace_id AS "workspaceId", m.id AS "messageId", m.event_id AS "eventId"',
      from: 'messages m',
      when: `${hasDaysSql('m')} AND m.content_days = kept.days AND ${begun} <= ${sinceSql(now)}
        AND m.state NOT IN ('scheduled', 'queued', 'sending')`,
      by: begun,
    }),
});
const findEvents = statement({
  name: 'find-short-events',
  hidden: true,
  values: { now: 'timestamptz', days: 'int' },
  text: ({ now, days }, only) =>
    dueSql(only, days, {
      columns: 'e.workspace_id AS "workspaceId", NULL AS "messageId", e.id AS "eventId"',
      from: 'events e',
      when: `${hasDaysSql('e')} AND e.content_days = kept.days AND e.created_at <= ${sinceSql(now)}`,
      by: 'e.created_at',
    }),
});

const stripNamed = statement({
  rows: {
    i: rowsOf<Short>({
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      message_id: ['text', ({ messageId }) => messageId],
      event_id: ['text', ({ eventId }) => eventId],
    }),
  },
  values: spanValues,
  text: ({ i, ...span }, only) => `
  WITH known AS MATERIALIZED (SELECT * FROM ${i}
  ), contents AS (
    UPDATE messages m SET values = NULL, content_days = NULL FROM known i
    WHERE m.workspace_id = i.workspace_id AND ${only('m.workspace_id')} AND m.id = i.message_id AND ${spannedSql('m.id', span)}
  )
  UPDATE events e SET payload = NULL, content_days = NULL FROM known i
  WHERE e.workspace_id = i.workspace_id AND ${only('e.workspace_id')} AND e.id = i.event_id AND ${spannedSql('e.id', span)}`,
});

/**
 * Removes payloads and values whose event type keeps them for fewer days than the service (docs/rules.md#content-days),
 * but for those of mail that is still to go. Rows that are done have no days any more, and are not read again.
 */
export async function stripShortContent({ config, db }: App, client: Queryable, now: Date): Promise<boolean> {
  const terms = { now, days: config.messageContentDays };
  const mails = await client.query<Short>(formOf(db)(findMails)(terms));
  const others = await client.query<Short>(formOf(db)(findEvents)(terms));
  const workspaceOf = ({ workspaceId }: Short) => workspaceId;
  await ofEachWorkspace(db, [...mails.rows, ...others.rows], workspaceOf, async (some, form) => {
    const span = spanOfInstants(
      some.flatMap(({ eventId, messageId }) => [eventId, ...(messageId === null ? [] : [messageId])]),
    );
    return (await client.query(form(stripNamed)({ i: some, ...span }))).rows;
  });
  return Math.max(mails.rows.length, others.rows.length) >= rowsABatch;
}
