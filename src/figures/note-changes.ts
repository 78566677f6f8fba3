/**
 * The changes of figures, written by the statement that moves the messages (docs/rules.md#figures). A change is a new
 * row, so that no transaction waits for another one's: a shared row of counts would be locked until each commit.
 * fold-figures.ts adds the changes up. Simulated messages have no `figure_day` and change no figure.
 */
import type { Simulation } from '../../prisma/generated/client.ts';
import { type Only, ofAny } from '../db/rows.ts';
import { onShardSql } from '../db/shard-sql.ts';
import { localDay } from '../ground/time/local-day.ts';
import { delaySql } from './delivery-times.ts';
import { figureColumns } from './figure-facts.ts';
import { type MailProvider, providerOf } from './provider-of.ts';

interface FiguredEmit {
  readonly simulation: Simulation | null;
  readonly recipient: string;
  /** The workspace's time zone. */
  readonly timezone: string;
  readonly createdAt: Date;
}

/** Where a message counts for as long as figures are kept: its day, and the provider of its recipient. */
export interface FigurePlace {
  /** The day of the emit in the time zone that the workspace has at the emit, `2026-03-29`. */
  readonly day: string;
  readonly provider: MailProvider;
}

/** Returns the place of the message of an emit; null for simulated mail. */
export function figurePlace({ simulation, recipient, timezone, createdAt }: FiguredEmit): FigurePlace | null {
  return simulation === null ? { day: localDay(timezone, createdAt), provider: providerOf(recipient) } : null;
}

const target = [...figureColumns, 'fact', 'delay', 'messages'];
const groups = Array.from({ length: figureColumns.length + 2 }, (_, at) => at + 1).join(', ');

/** Of the messages of one fact `c`, by the time of the transaction and the first of their ids. */
const changeIdSql = (id: string) =>
  `md5(extract(epoch FROM now())::text || ' ' || min(${id}) || ' ' || c.fact || ' ' || coalesce(c.delay::text, ''))::uuid`;

/** SQL that notes `facts`, a table `c (fact, delay, messages)` for each message of `messages`. */
const noteSql = (messages: string, facts: string, only: Only, messageId = 'm.id') => {
  const { join, workspaceId } = onShardSql(only, 'm');
  const columnOf = (column: string) =>
    column === 'workspace_id' ? workspaceId : `m.${column === 'day' ? 'figure_day' : column}`;
  // A row gets a random id. A shard is asked for nothing random, so its rows have one of what is in no other change.
  const [id, idOf] = only === ofAny ? ['', ''] : [', id', `, ${changeIdSql(messageId)}`];
  return `
  INSERT INTO figure_changes (${target.join(', ')}${id})
  SELECT ${figureColumns.map(columnOf).join(', ')}, c.fact, c.delay, sum(c.messages)${idOf}
  FROM ${messages} m ${join}, LATERAL (${facts}) AS c (fact, delay, messages)
  WHERE m.figure_day IS NOT NULL AND c.fact IS NOT NULL
  GROUP BY ${groups}`;
};

/** SQL: the fact of a state that ends a message; null for other states. Citus garbles a CASE that names what it compares once. */
const endOf = (m: string) => `
    CASE WHEN ${m}.state IN ('delivered', 'complained', 'suppressed', 'failed', 'expired') THEN ${m}.state::text
      WHEN ${m}.state = 'bounced' THEN CASE WHEN ${m}.bounce = 'hard' THEN 'bounced_hard' ELSE 'bounced_soft' END END`;

/** SQL: from when on the mail was to leave, as src/messages/states/send-at.ts has it. */
const sinceSql = (m: string) => `coalesce(${m}.send_at, ${m}.created_at)`;

/** SQL: the step of a delivery's time; null where nothing proves the time. */
const delayOf = (m: string, endedAt: string) =>
  `CASE WHEN ${m}.evidence <> 'silence' THEN ${delaySql(sinceSql(m), endedAt)} END`;

/** Columns of a message that SQL of this file reads. */
const own = ['platform_id', 'workspace_id', 'id', 'event_type_id', 'template_version_id', 'figure_day', 'provider'];
const ends = ['state', 'bounce', 'evidence', 'created_at', 'send_at', 'ended_at'];

/** SQL of RETURNING: the columns of messages `m` that moved or are deleted. */
export const movedColumns = [...own, ...ends].map((column) => `m.${column}`).join(', ');

/** SQL that notes the first states of new messages; `messages` has `fell_back` as JSON. */
export const noteEmitsSql = (messages: string, only: Only) =>
  noteSql(
    messages,
    `SELECT fact, NULL::int, 1 FROM unnest(ARRAY['accepted', CASE WHEN m.state = 'suppressed' THEN 'suppressed' END,
       CASE WHEN m.fell_back <> '[]' THEN 'fell_back' END]) AS fact`,
    only,
    'm.message_id',
  );

/** SQL that notes the ends of messages which moved from a state that is no end. `moved` has `movedColumns`. */
export const noteEndsSql = (moved: string, only: Only) =>
  noteSql(
    moved,
    `SELECT ${endOf('m')},
       CASE WHEN m.state IN ('delivered', 'complained') THEN ${delayOf('m', 'm.ended_at')} END, 1`,
    only,
  );

/**
 * SQL that notes the moves of reports: `moved` has `movedColumns` and, as the message was before, `old_state`,
 * `old_ended_at` and `old_evidence`. A delivery that a bounce follows no longer counts, nor does its time; a complaint
 * leaves the time of the delivery as it is.
 */
export const noteReportsSql = (moved: string, only: Only) =>
  noteSql(
    moved,
    `VALUES (${endOf('m')},
       CASE WHEN m.old_state = 'sent' AND m.state <> 'bounced' THEN ${delayOf('m', 'm.ended_at')} END, 1),
      (CASE WHEN m.old_state = 'delivered' THEN 'delivered' END,
       CASE WHEN m.state = 'bounced' AND m.old_evidence <> 'silence' THEN ${delaySql(sinceSql('m'), 'm.old_ended_at')} END, -1)`,
    only,
  );

/** SQL that notes the first opens of `messages`. */
export const noteOpensSql = (messages: string) => noteSql(messages, `VALUES ('opened', NULL::int, 1)`, ofAny);

/** SQL that notes messages which were deleted with a person before they ended; `gone` has `movedColumns`. */
export const noteErasedSql = (gone: string) =>
  noteSql(
    gone,
    `SELECT CASE WHEN m.state IN ('scheduled', 'queued', 'sending', 'sent') THEN 'erased' END, NULL::int, 1`,
    ofAny,
  );
