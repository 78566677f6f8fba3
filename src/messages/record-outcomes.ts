/**
 * Writes outcomes in group commits within milliseconds of the reply. One transaction has the message's state, its
 * attempt, the suppression of its address, the workspace's counts and the webhooks.
 */
import type { App } from '../context.ts';
import type { Queryable } from '../db/pool.ts';
import { rowsOf, statement } from '../db/rows.ts';
import type { TimeLimits } from '../db/time-limits.ts';
import { movedColumns, noteEndsSql } from '../figures/note-changes.ts';
import { fedSql, feedSql } from '../live/feed-sql.ts';
import type { AddressFault } from '../suppressions/address-fault.ts';
import { type MailboxFault, noteMailboxFaults } from '../suppressions/note-mailbox-faults.ts';
import { suppressAddresses } from '../suppressions/suppress-addresses.ts';
import { recordWebhooks, type WebhookCause } from '../webhooks/record-webhooks.ts';
import { updateHealth } from '../workspaces/update-health.ts';
import type { ClaimedMessage } from './claimed-message.ts';
import { countRealOutcomes, isHardBounce } from './count-real-outcomes.ts';
import type { AttemptTrace, Ending, MessageOutcome } from './message-outcome.ts';
import { type AttemptedState, dropFiles, fromSql, moves } from './message-states.ts';
import { stateTime } from './state-time.ts';

/** Resolves once the outcome is committed. The outcome of an attempt whose lease was lost changes no state. */
export function recordOutcome(app: App, outcome: MessageOutcome): Promise<void> {
  return app.parts.outcomes.add(outcome);
}

/** Writes one batch in one transaction. */
export async function recordOutcomes(app: App, outcomes: readonly MessageOutcome[], limits: TimeLimits): Promise<void> {
  // Every batch locks in the same order, so that two batches cannot deadlock.
  const sorted = outcomes.toSorted((a, b) => (a.message.id < b.message.id ? -1 : 1));
  let fed = 0;
  const woken = await app.db.transaction(async (client) => {
    const ours = await moveStates(client, sorted);
    fed = ours.fed;
    await keepAttempts(client, sorted);
    const moved = sorted.filter(({ message }) => ours.people.has(message.id));
    const real = moved.filter(({ message }) => message.simulation === null);
    await dropFiles(
      client,
      moved.map(({ message: { workspaceId, id }, ending }) => ({ workspaceId, id, state: stateAfter(ending) })),
    );
    await countRealOutcomes(client, real);
    const bounced = real.filter(({ ending }) => isHardBounce(ending));
    const worn = await noteMailboxFaults(client, real.filter(({ mailboxFault }) => mailboxFault).map(mailboxFaultOf));
    const suppressed = await suppressAddresses(app, client, [...bounced.map(faultOf), ...worn]);
    const health = await updateHealth(
      app,
      client,
      bounced.map(({ message }) => message),
    );
    // Messages to a person who is being erased send no webhooks.
    const told = moved.filter(({ message }) => ours.people.get(message.id) === 'known');
    return recordWebhooks(app, client, [...told.flatMap(causesOf), ...suppressed, ...health]);
  }, limits);
  if (fed > 0) app.parts.live.tell();
  await app.wake.ask('webhooks', woken);
}

function faultOf({ message, at }: MessageOutcome): AddressFault {
  const { platformId, recipient: address, addressHash } = message;
  return { platformId, workspaceId: null, address, addressHash, reason: 'hard_bounce', blocks: 'all', at };
}

function mailboxFaultOf({ message, at }: MessageOutcome): MailboxFault {
  const { platformId, workspaceId, workspaceTimezone: timezone, recipient: address, addressHash } = message;
  return { platformId, workspaceId, timezone, address, addressHash, at };
}

function stateAfter(ending: Ending): AttemptedState {
  return ending.state === 'delivered' && ending.complained ? 'complained' : ending.state;
}

const outcomeRows = rowsOf<MessageOutcome>({
  workspace_id: ['text', ({ message }) => message.workspaceId],
  id: ['text', ({ message }) => message.id],
  attempt_number: ['int', ({ message }) => message.attemptNumber],
  state: ['message_state', ({ ending }) => stateAfter(ending)],
  due_at: ['timestamptz', ({ ending }) => (ending.state === 'queued' ? ending.dueAt : null)],
  ended_at: ['timestamptz', (outcome) => (outcome.ending.state === 'queued' ? null : endedAt(outcome))],
  bounce: ['bounce_kind', ({ ending }) => (ending.state === 'bounced' ? ending.bounce : null)],
  reason: ['text', ({ ending }) => (ending.state === 'failed' ? ending.reason : null)],
  evidence: ['delivery_evidence', ({ ending }) => (ending.state === 'delivered' ? ending.evidence : null)],
  at: ['timestamptz', ({ at }) => at],
});

const leaveSending = statement({
  name: 'move-states',
  rows: { i: outcomeRows },
  text: ({ i }) => `
      WITH i AS (
        SELECT i.* FROM ${i}
        JOIN messages m ON m.workspace_id = i.workspace_id AND m.id = i.id
        WHERE ${fromSql('m.state', moves.attempt)} AND m.attempt_number = i.attempt_number
        ORDER BY i.id FOR NO KEY UPDATE OF m
      ), moved AS (
        UPDATE messages m
        SET state = i.state, lease_until = NULL,
            attempt_number = m.attempt_number
              - CASE WHEN i.state = 'suppressed' OR i.state = 'queued' AND i.due_at IS NULL THEN 1 ELSE 0 END,
            -- A message returned untried keeps its lost leases; any other outcome shows that the process survived.
            lost_leases = CASE WHEN i.state = 'queued' AND i.due_at IS NULL THEN m.lost_leases ELSE 0 END,
            due_at = coalesce(i.due_at, m.due_at), ended_at = i.ended_at,
            bounce = i.bounce, reason = i.reason, evidence = i.evidence
        FROM i WHERE m.workspace_id = i.workspace_id AND m.id = i.id
        RETURNING ${movedColumns}, coalesce(i.ended_at, i.at) AS at, m.recipient, i.due_at AS retry
      ), noted AS (${noteEndsSql('moved')}
      ), ${feedSql({
        from: 'moved',
        topics: ['moved.workspace_id', 'moved.id'],
        subject: 'moved.id',
        state: 'moved.state',
        at: 'moved.at',
        // A message returned untried was queued before, too.
        only: `(moved.state <> 'queued' OR moved.retry IS NOT NULL)`,
      })}
      SELECT id, CASE WHEN recipient IS NULL THEN 'erased' ELSE 'known' END AS person, ${fedSql} AS fed FROM moved`,
});

interface Moved {
  /** By id of the message. */
  readonly people: ReadonlyMap<string, 'known' | 'erased'>;
  /** Changes recorded for subscriptions. */
  readonly fed: number;
}

/** Moves each message out of `sending` if its claim is still the same; returns the messages that moved. */
async function moveStates(client: Queryable, outcomes: readonly MessageOutcome[]): Promise<Moved> {
  const { rows } = await client.query<{ id: string; person: 'known' | 'erased'; fed: number }>(
    leaveSending({ i: outcomes }),
  );
  return { people: new Map(rows.map(({ id, person }) => [id, person])), fed: rows[0]?.fed ?? 0 };
}

interface Attempt {
  readonly message: ClaimedMessage;
  readonly trace: AttemptTrace;
}

const attemptRows = rowsOf<Attempt>({
  workspace_id: ['text', ({ message }) => message.workspaceId],
  message_id: ['text', ({ message }) => message.id],
  number: ['int', ({ message }) => message.attemptNumber],
  at: ['timestamptz', ({ trace }) => trace.at],
  duration_ms: ['int', ({ trace }) => Math.round(trace.durationMs)],
  transport: ['text', ({ trace }) => trace.transport],
  exchanger: ['text', ({ trace }) => trace.exchanger],
  tls_version: ['text', ({ trace }) => trace.tlsVersion],
  outcome: ['text', ({ trace }) => trace.outcome],
  category: ['text', ({ trace }) => trace.category],
  reply_code: ['int', ({ trace }) => trace.replyCode],
  enhanced_code: ['text', ({ trace }) => trace.enhancedCode],
  reply: ['text', ({ trace }) => trace.reply],
});

const insertAttempts = statement({
  name: 'keep-attempts',
  rows: { i: attemptRows },
  text: ({ i }) => `
      INSERT INTO message_attempts (${attemptRows.names.join(', ')})
      SELECT i.* FROM ${i}
      JOIN messages m ON m.workspace_id = i.workspace_id AND m.id = i.message_id
      ON CONFLICT DO NOTHING`,
});

async function keepAttempts(client: Queryable, outcomes: readonly MessageOutcome[]): Promise<void> {
  const attempts = outcomes.flatMap(({ message, trace }) => (trace === null ? [] : [{ message, trace }]));
  if (attempts.length > 0) await client.query(insertAttempts({ i: attempts }));
}

/** Returns the time at which the message entered its state after the attempt. */
function endedAt({ ending, at }: MessageOutcome): Date {
  return ending.state === 'delivered' && ending.complained ? stateTime(at, at) : at;
}

function causesOf(outcome: MessageOutcome): readonly WebhookCause[] {
  const { message, ending, at } = outcome;
  const cause = {
    platformId: message.platformId,
    source: 'service' as const,
    simulated: message.simulation !== null,
    workspaceId: message.workspaceId,
    messageId: message.id,
    details: {},
    at,
  };
  switch (ending.state) {
    case 'delivered': {
      const delivered = { ...cause, type: 'message.delivered' as const };
      const complained = {
        ...cause,
        type: 'message.complained' as const,
        source: 'recipient' as const,
        at: endedAt(outcome),
      };
      return ending.complained ? [delivered, complained] : [delivered];
    }
    case 'bounced':
      return [{ ...cause, type: 'message.bounced', details: { bounce: ending.bounce } }];
    case 'failed':
      return [{ ...cause, type: 'message.failed', details: { reason: ending.reason } }];
    case 'suppressed':
      return [{ ...cause, type: 'message.suppressed' }];
    case 'sent':
    case 'queued':
      return [];
  }
}
