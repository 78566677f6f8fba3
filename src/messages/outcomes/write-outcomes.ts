/**
 * The statement that writes a batch of outcomes: the message's state, its attempt, its files, the figures, the
 * workspace's counts, the changes that subscriptions follow, and the webhooks of endpoints that are known.
 */
import type { Form } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import type { TimeLimits } from '../../db/connections/time-limits.ts';
import { fedSql, feedSql } from '../../db/feed-sql.ts';
import { lockedPartSql } from '../../db/locked-part-sql.ts';
import { type Only, ofAny, rowsOf, statement } from '../../db/rows.ts';
import { onShardSql } from '../../db/shard-sql.ts';
import { spanOf, spanValues, withinSql } from '../../db/span-sql.ts';
import { movedColumns, noteEndsSql } from '../../figures/note-changes.ts';
import { endpointsApartSql, missingSql } from '../../webhooks/endpoints-apart-sql.ts';
import { type NewWebhook, recordWebhooksSql, webhookRows } from '../../webhooks/record-webhooks.ts';
import { missesSubscriberSql } from '../../webhooks/subscribers.ts';
import { addHealthCountsSql } from '../../workspaces/health/add-health-counts.ts';
import { countSendingSql } from '../../workspaces/health/count-sending.ts';
import { fromSql, isHandedOver, moves, nonFinalStates, stateIn } from '../states/message-states.ts';
import { contentColumns, dropPayloadsSql, keptValuesSql } from '../states/unkept-content-sql.ts';
import { countsForHealth, isHardBounce, sendingOf } from './counts-for-health.ts';
import type { MessageOutcome } from './message-outcome.ts';
import { causesOf, endedAt, reasonAfter, stateAfter } from './outcome-facts.ts';

const attemptColumns = [
  'at',
  'duration_ms',
  'transport',
  'exchanger',
  'tls_version',
  'outcome',
  'category',
  'reply_code',
  'enhanced_code',
  'reply',
].join(', ');

const outcomeRows = rowsOf<MessageOutcome>({
  platform_id: ['text', ({ message }) => message.platformId],
  workspace_id: ['text', ({ message }) => message.workspaceId],
  id: ['text', ({ message }) => message.id],
  attempt_number: ['int', ({ message }) => message.attemptNumber],
  // The message after the attempt.
  state: ['message_state', ({ ending }) => stateAfter(ending)],
  handed_over: ['boolean', ({ ending }) => isHandedOver(stateAfter(ending))],
  due_at: ['timestamptz', ({ ending }) => (ending.state === 'queued' ? ending.dueAt : null)],
  waits_for: ['text', ({ ending }) => ('waitsFor' in ending ? ending.waitsFor : null)],
  ended_at: ['timestamptz', (outcome) => (outcome.ending.state === 'queued' ? null : endedAt(outcome))],
  bounce: ['bounce_kind', ({ ending }) => (ending.state === 'bounced' ? ending.bounce : null)],
  reason: ['text', ({ ending }) => reasonAfter(ending)],
  evidence: ['delivery_evidence', ({ ending }) => (ending.state === 'delivered' ? ending.evidence : null)],
  moved_at: ['timestamptz', ({ at }) => at],
  // The attempt, with an `at` if there was one.
  at: ['timestamptz', ({ trace }) => trace?.at ?? null],
  duration_ms: ['int', ({ trace }) => trace && Math.round(trace.durationMs)],
  transport: ['text', ({ trace }) => trace?.transport ?? null],
  exchanger: ['text', ({ trace }) => trace?.exchanger ?? null],
  tls_version: ['text', ({ trace }) => trace?.tlsVersion ?? null],
  outcome: ['text', ({ trace }) => trace?.outcome ?? null],
  category: ['text', ({ trace }) => trace?.category ?? null],
  reply_code: ['int', ({ trace }) => trace?.replyCode ?? null],
  enhanced_code: ['text', ({ trace }) => trace?.enhancedCode ?? null],
  reply: ['text', ({ trace }) => trace?.reply ?? null],
  // The counts of the workspace.
  counts: ['boolean', countsForHealth],
  hard: ['boolean', ({ ending }) => isHardBounce(ending)],
  day: ['date', (outcome) => sendingOf(outcome)?.day ?? null],
  messages: ['int', (outcome) => sendingOf(outcome)?.messages ?? null],
  // The webhook that the outcome causes.
  webhook_type: ['text', (outcome) => causesOf(outcome)[0]?.type ?? null],
});

/**
 * SQL: whether the outcome `i` moves its message `m`. The attempt holds the message; or its lease was lost, and no other
 * attempt has begun since; or its mail is with the other side, whatever has begun since.
 */
const movesSql = `(
          ${fromSql('m.state', moves.attempt)} AND m.attempt_number = i.attempt_number
          OR ${fromSql('m.state', moves.claim)} AND m.attempt_number = i.attempt_number AND m.lost_leases > 0
          OR m.attempt_number > i.attempt_number AND i.handed_over)`;

/** The message was returned without an attempt. */
const untried = "i.state = 'queued' AND (i.due_at IS NULL OR i.waits_for IS NOT NULL)";

/** Payloads that go with the end of their message. */
const unkeptSql = (
  only: Only,
) => `), unkept AS (${dropPayloadsSql('moved', `NOT ${stateIn('moved.state', nonFinalStates)}`, only)}
      `;

/**
 * The workspace's counts are locked in one order, health before days: PostgreSQL runs the last expression first. `unkept`:
 * SQL that removes payloads. A statement without it prepares no writes of events, which have many partitions.
 */
const outcomesStatement = (name: string, unkept: (only: Only) => string) =>
  statement({
    name,
    rows: { o: outcomeRows, i: webhookRows },
    values: { now: 'timestamptz', lockTimeout: 'text', whole: 'boolean', ...spanValues },
    text: ({ o, i, now, lockTimeout, whole, ...span }, only) => `
      WITH limits AS MATERIALIZED (
        SELECT set_config('lock_timeout', ${lockTimeout}, true)
      ), known AS MATERIALIZED (
        SELECT * FROM ${i}
      ), ${
        only === ofAny
          ? ''
          : `all_given AS MATERIALIZED (SELECT * FROM ${o}), ${endpointsApartSql('all_given', 'known', only)}, ${missingSql('all_given', 'known')}, `
      }given AS MATERIALIZED (
        ${
          only === ofAny
            ? `SELECT o.*, ${whole} AND ${missesSubscriberSql('o', 'known')} AS untold FROM limits, ${o}`
            : `SELECT o.*, ${whole} AND o.id IN (SELECT id FROM missing) AS untold FROM limits, all_given o`
        }
      ), ours AS (${lockedPartSql(
        only,
        `
        SELECT i.*, ${movesSql} AS moves, m.state = 'queued' AS late FROM given i
        JOIN messages m ON m.workspace_id = i.workspace_id AND ${only('m.workspace_id')} AND m.id = i.id AND ${withinSql('m.id', span)}
        WHERE NOT i.untold AND ${fromSql('m.state', moves.lateAttempt)}
          AND (${movesSql} OR m.attempt_number > i.attempt_number AND m.lost_leases > 0)
        ORDER BY i.id FOR NO KEY UPDATE OF m`,
      )}
      ), overtaken AS MATERIALIZED (
        -- Their attempts are recorded all the same, but for messages that an erasure removes meanwhile: no foreign key
        -- keeps these apart. No other part of this statement writes these rows.
        ${lockedPartSql(
          only,
          `SELECT m.id FROM given i
        JOIN messages m ON m.workspace_id = i.workspace_id AND ${only('m.workspace_id')} AND m.id = i.id AND ${withinSql('m.id', span)}
        WHERE i.at IS NOT NULL AND NOT i.untold AND i.id NOT IN (SELECT id FROM ours)
        ORDER BY m.id FOR KEY SHARE OF m`,
        )}
      ), cleared AS (
        -- The attempt whose lease was lost has ended, so the mail did not end its process.
        UPDATE messages m SET lost_leases = 0
        FROM ours i
        WHERE NOT i.moves AND m.workspace_id = i.workspace_id AND ${only('m.workspace_id')} AND m.id = i.id AND ${withinSql('m.id', span)}
      ), moved AS (
        UPDATE messages m
        SET state = i.state, lease_until = NULL,
            attempt_number = m.attempt_number
              - CASE WHEN i.state = 'suppressed' OR ${untried} THEN 1 ELSE 0 END,
            -- A message returned untried keeps its lost leases; any other outcome shows that the process survived.
            lost_leases = CASE WHEN ${untried} THEN m.lost_leases - CASE WHEN i.late THEN 1 ELSE 0 END ELSE 0 END,
            due_at = coalesce(i.due_at, m.due_at), waits_for = i.waits_for, ended_at = i.ended_at,
            bounce = i.bounce, reason = i.reason, evidence = i.evidence,
            values = ${keptValuesSql('m', `NOT ${stateIn('i.state', nonFinalStates)}`)}
        FROM ours i
        WHERE i.moves AND m.workspace_id = i.workspace_id AND ${only('m.workspace_id')} AND m.id = i.id AND ${withinSql('m.id', span)}
        RETURNING ${movedColumns}, coalesce(i.ended_at, i.moved_at) AS at, m.recipient, i.due_at AS retry, i.moved_at,
                  i.counts, i.hard, i.day, i.messages, ${contentColumns}
      ), attempts AS (
        INSERT INTO message_attempts (workspace_id, message_id, number, ${attemptColumns})
        SELECT ${onShardSql(only, 'i').workspaceId}, i.id, i.attempt_number, ${attemptColumns.replaceAll(/\w+/g, 'i.$&')}
        FROM given i ${onShardSql(only, 'i').join} WHERE i.at IS NOT NULL AND NOT i.untold
          AND (i.id IN (SELECT id FROM ours) OR i.id IN (SELECT id FROM overtaken))
        ON CONFLICT DO NOTHING
      ), files AS (
        DELETE FROM attachments a USING moved
        WHERE a.workspace_id = moved.workspace_id AND ${only('a.workspace_id')} AND a.message_id = moved.id AND NOT ${stateIn('moved.state', nonFinalStates)}
      ${unkept(only)}), noted AS (${noteEndsSql('moved', only)}
      ), sending AS (${countSendingSql('moved', only)}
      ), counted AS (${addHealthCountsSql(
        `(
        SELECT platform_id, workspace_id, moved_at AS at, 1 AS ended, CASE WHEN state = 'delivered' THEN 1 ELSE 0 END AS delivered,
               CASE WHEN hard THEN 1 ELSE 0 END AS hard_bounces, 0 AS complaints
        FROM moved WHERE counts) AS i`,
        only,
      )}
      ), ${recordWebhooksSql({
        // Messages to a person who is being erased send no webhooks.
        from: `known i JOIN moved ON moved.workspace_id = i.workspace_id AND moved.id = i.message_id
                 AND moved.recipient IS NOT NULL`,
        now,
        only: 'i.type = ANY(e.types)',
        apart: only !== ofAny,
      })}, ${feedSql({
        form: only,
        from: 'moved',
        topics: ['moved.workspace_id', 'moved.id'],
        subject: 'moved.id',
        state: 'moved.state',
        at: 'moved.at',
        // A message returned untried was queued before, too.
        only: `(moved.state <> 'queued' OR moved.retry IS NOT NULL)`,
        // A simulated complaint follows a delivery.
        through: { state: `'delivered'`, at: 'moved.moved_at', only: `moved.state = 'complained'` },
      })}, ${feedSql({
        form: only,
        name: 'fed_webhooks',
        from: 'recorded',
        topics: ['recorded.endpoint_id'],
        subject: 'recorded.id',
        state: 'recorded.state',
        at: now,
      })}
      SELECT ARRAY(SELECT id FROM moved WHERE recipient IS NOT NULL) AS known,
             ARRAY(SELECT id FROM moved WHERE recipient IS NULL) AS erased,
             ARRAY(SELECT id FROM given WHERE untold) AS untold,
             ARRAY(SELECT DISTINCT endpoint_id FROM recorded) AS woken, ${fedSql} AS fed`,
  });

const statements = {
  kept: outcomesStatement('write-outcomes', () => ''),
  unkept: outcomesStatement('write-outcomes-unkept', unkeptSql),
};

export interface WrittenOutcomes {
  /** Ids of the messages that moved; their recipients are known. */
  readonly known: readonly string[];
  /** Ids of those that moved and whose recipients are being erased. */
  readonly erased: readonly string[];
  /** Ids of messages that did not move, because an endpoint takes their webhooks and none was given for it. */
  readonly untold: readonly string[];
  /** Ids of the endpoints that have webhooks to send. */
  readonly woken: readonly string[];
  /** Changes recorded for subscriptions, but for those of webhooks. */
  readonly fed: number;
}

interface OutcomesToWrite {
  readonly outcomes: readonly MessageOutcome[];
  readonly webhooks: readonly NewWebhook[];
  /** Whether `webhooks` has all: the caller records no others. */
  readonly whole: boolean;
  readonly now: Date;
  readonly limits: TimeLimits;
}

/** Moves each message out of `sending` if its claim is still the same, with all that belongs to it. */
export async function writeOutcomes(client: Queryable, form: Form, given: OutcomesToWrite): Promise<WrittenOutcomes> {
  const { outcomes, webhooks, whole, now, limits } = given;
  // A message has the days of its emit until it has ended.
  const hasUnkept = outcomes.some(({ message }) => message.contentDays === 0);
  const { rows } = await client.query<WrittenOutcomes>(
    form(statements[hasUnkept ? 'unkept' : 'kept'])({
      o: outcomes,
      i: webhooks,
      now,
      lockTimeout: `${limits.lock}ms`,
      whole,
      ...spanOf(outcomes.map(({ message }) => message)),
    }),
  );
  const [written] = rows;
  if (!written) throw new Error('The statement returns one row');
  return written;
}
