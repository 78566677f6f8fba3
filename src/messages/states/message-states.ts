/**
 * The states of a message, whole (docs/rules.md#message-states): the first state, every move between states, and the
 * one way to end a message that no attempt holds. Writers take the SQL of their move from here.
 */
import type { MessageState, Simulation } from '../../../prisma/generated/client.ts';
import type { Form } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { feedSql } from '../../db/feed-sql.ts';
import { lockedPartSql } from '../../db/locked-part-sql.ts';
import { type Only, ofAny, rowsOf, statement } from '../../db/rows.ts';
import { movedColumns, noteEndsSql } from '../../figures/note-changes.ts';
import { contentColumns, dropPayloadsSql, keptValuesSql } from './unkept-content-sql.ts';

/**
 * States of mail whose time has come: an index has them by platform and event type. Mail that leaves later has
 * indexes of its own, since there may be millions (docs/rules.md#scheduled-mail-apart).
 */
export const currentStates = ['queued', 'sending', 'sent'] as const satisfies States;

/** States that another state follows. All others are final, except for reports on delivered mail. */
export const nonFinalStates = ['scheduled', ...currentStates] as const satisfies States;

/** States in which few messages end: an index has them in the order of the list (docs/rules.md#list-work). */
export const rareStates = ['bounced', 'complained', 'suppressed', 'failed', 'expired'] as const satisfies States;

/** Ends without a delivery: a message that ended so can be sent again (docs/rules.md#send-again). */
export const undeliveredStates = ['bounced', 'suppressed', 'failed', 'expired'] as const satisfies States;

export function isUndelivered(state: MessageState): boolean {
  return undeliveredStates.some((end) => end === state);
}

export function isFinal(state: MessageState): boolean {
  return !nonFinalStates.some((open) => open === state);
}

interface Beginning {
  readonly suppressed: boolean;
  /** Whether the contact does not want mail of the topic. */
  readonly withheld: boolean;
  /** Null for real mail. */
  readonly simulation: Simulation | null;
  /** Whether the mail leaves later: blocks are looked at when its time comes. */
  readonly later: boolean;
}

/**
 * The first state of a message. Simulated mail reaches no recipient, so no block withholds it, but it may play one. What a
 * contact wants counts for it too, so that a program can be tried.
 */
export function firstState({ suppressed, withheld, simulation, later }: Beginning) {
  if (later) return 'scheduled';
  if (withheld) return 'suppressed';
  const isWithheld = simulation === null ? suppressed : simulation === 'suppressed';
  return isWithheld ? 'suppressed' : 'queued';
}

type States = readonly [MessageState, ...MessageState[]];

interface Move {
  readonly from: States;
  readonly to: States;
}

export const moves = {
  /** The time of a message that leaves later has come (docs/rules.md#scheduled-mail). */
  release: { from: ['scheduled'], to: ['queued'] },
  /** A message that leaves later does not leave: the hour of its address was full, or its workspace is gone. */
  withdrawal: { from: ['scheduled'], to: ['failed'] },
  /** Somebody cancelled the message before an attempt began (docs/rules.md#cancelled-messages). */
  cancellation: { from: ['scheduled', 'queued'], to: ['failed'] },
  /** A worker claims the message for an attempt. */
  claim: { from: ['queued'], to: ['sending'] },
  /**
   * The attempt ended: `queued` waits for a retry, `sent` waits for a report, `suppressed` found the address blocked,
   * `complained` is a simulated complaint, `expired` a simulated expiry.
   */
  attempt: {
    from: ['sending'],
    to: ['delivered', 'complained', 'sent', 'bounced', 'failed', 'suppressed', 'expired', 'queued'],
  },
  /**
   * The attempt ended after its lease: nothing has begun since, or the other side has the mail and a further attempt
   * would repeat it.
   */
  lateAttempt: {
    from: ['queued', 'sending'],
    to: ['delivered', 'complained', 'sent', 'bounced', 'failed', 'suppressed', 'expired', 'queued'],
  },
  /** The lease of the attempt ran out without an outcome. */
  lostLease: { from: ['sending'], to: ['queued'] },
  /** The message could not go out in time. */
  expiry: { from: ['queued'], to: ['expired'] },
  /** The message cannot go out: its workspace or domain is gone, or its attempts end their process. */
  failure: { from: ['queued'], to: ['failed'] },
  /** The address was blocked while the message waited. */
  block: { from: ['queued'], to: ['suppressed'] },
  /** The relay that promised a report sent none in time. */
  silence: { from: ['sent'], to: ['delivered'] },
  /** Reports that came back by mail; a bounce or a complaint may follow a delivery. */
  deliveryReport: { from: ['sent'], to: ['delivered'] },
  bounceReport: { from: ['sent', 'delivered'], to: ['bounced'] },
  complaintReport: { from: ['sent', 'delivered'], to: ['complained'] },
} as const satisfies Readonly<Record<string, Move>>;

/** The state in which an attempt leaves its message. */
export type AttemptedState = (typeof moves.attempt.to)[number];

/** Whether a move may begin in `state`. */
export function movesFrom(move: Move, state: MessageState): boolean {
  return move.from.some((from) => from === state);
}

/** Whether the other side has accepted or rejected the mail. */
export function isHandedOver(state: AttemptedState): boolean {
  return state === 'delivered' || state === 'complained' || state === 'sent' || state === 'bounced';
}

/**
 * SQL: whether `column` is one of `states`. A single state is compared in the form of the indexes by which messages are
 * claimed.
 */
export function stateIn(column: string, states: States): string {
  const listed = states.map((state) => `'${state}'`).join(', ');
  return states.length === 1 ? `${column} = ${listed}` : `${column} IN (${listed})`;
}

/** SQL: whether a move may begin in the state `column`. */
export const fromSql = (column: string, move: Move) => stateIn(column, move.from);

/** SQL: whether the message leaves later, in the form of the indexes that have such messages. */
export const scheduledSql = (column: string) => apart(fromSql(column, moves.release));

/** SQL: whether the message `m` leaves later, or did, and has not ended; in the form of its index. */
export const laterOpenSql = (m: string) =>
  apart(`${m}.send_at IS NOT NULL AND ${stateIn(`${m}.state`, nonFinalStates)}`);

/**
 * SQL: `condition` in the form of an index that serves only the statements made for it. The planner cannot tell what a
 * CASE implies, so it considers such an index only for a statement that repeats the CASE. Where the condition is plain,
 * every statement that names the state may read the index: while statistics show no message in that state, all its
 * indexes cost the same, and a claim read a whole backlog by expiry to sort it by due time.
 */
export const apart = (condition: string) => `CASE WHEN ${condition} THEN true END`;

/** SQL: the end state of a move with one end state. */
export const toSql = ({ to }: { readonly to: readonly [MessageState] }) => `'${to[0]}'`;

/** A message that has ended. */
export interface EndedMessage {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly id: string;
  readonly simulated: boolean;
  /** Of the recipient's mailbox (src/figures/provider-of.ts); null for simulated mail. */
  readonly provider: string | null;
}

interface End {
  readonly move: { readonly from: States; readonly to: readonly [MessageState] };
  /** SQL that locks the messages: their `workspace_id` and `id`, in states where the move begins. */
  readonly selection: string;
  /** The time of the move; a parameter. */
  readonly at: string;
  /** SQL of more columns to set: `, reason = …`. */
  readonly set?: string;
  /** Of the form of the statement; `selection` compares its own tables. */
  readonly only?: Only;
}

/** SQL that ends messages which no attempt holds, with their files and figures; its rows are `EndedMessage`. */
export const endSql = ({ move, selection, at, set = '', only = ofAny }: End) => `
  WITH ending AS (${lockedPartSql(only, selection)}
  ), files AS (
    DELETE FROM attachments a USING ending e WHERE a.workspace_id = e.workspace_id AND ${only('a.workspace_id')} AND a.message_id = e.id
  ), ended AS (
    UPDATE messages m SET state = ${toSql(move)}, ended_at = ${at}, values = ${keptValuesSql('m')}${set} FROM ending e
    WHERE m.workspace_id = e.workspace_id AND ${only('m.workspace_id')} AND m.id = e.id
    RETURNING ${movedColumns}, m.simulation, ${contentColumns}
  ), unkept AS (${dropPayloadsSql('ended', 'true', only)}
  ), noted AS (${noteEndsSql('ended', only)}
  ), ${feedSql({
    form: only,
    from: 'ended',
    topics: ['ended.workspace_id', 'ended.id'],
    subject: 'ended.id',
    state: 'ended.state',
    at: 'ended.ended_at',
  })}
  SELECT platform_id AS "platformId", workspace_id AS "workspaceId", id, simulation IS NOT NULL AS simulated, provider FROM ended`;

interface MovedMessage {
  readonly workspaceId: string;
  readonly id: string;
  readonly state: MessageState;
}

const deleteFiles = statement({
  name: 'drop-attachments',
  rows: {
    i: rowsOf<MovedMessage>({
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      message_id: ['text', ({ id }) => id],
    }),
  },
  text: ({ i }, only) => `
    DELETE FROM attachments a USING ${i}
    WHERE a.workspace_id = i.workspace_id AND ${only('a.workspace_id')} AND a.message_id = i.message_id`,
});

/** Deletes the files of messages of one workspace that are now final (docs/rules.md#attachments). */
export async function dropFiles(client: Queryable, form: Form, moved: readonly MovedMessage[]): Promise<void> {
  const final = moved.filter(({ state }) => isFinal(state));
  if (final.length > 0) await client.query(form(deleteFiles)({ i: final }));
}
