/** The columns of a list of messages. */
import type { ReactNode } from 'react';
import type { MessageRow } from '../../api/live-message-list.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import type { Column } from '../rows.tsx';
import { messageTones } from '../tones.ts';
import { When } from '../when.tsx';
import type { OptionalColumn } from './list-look.ts';
import { MailSubject } from './mail-subject.tsx';
import { MailWait } from './mail-wait.tsx';
import type { MailSubjects } from './use-mail-subjects.ts';
import type { MailWaits } from './use-mail-waits.ts';

const text = words.messages;

/** Undefined where the key may not see addresses. */
export function addressOf({ recipient }: Pick<MessageRow, 'recipient'>): ReactNode {
  if (recipient === undefined) return <em>{text.hidden}</em>;
  return recipient ?? <em>{text.erased}</em>;
}

const recipient: Column<MessageRow> = { title: text.recipient, width: 'minmax(0, 1.6fr)', cell: addressOf };
/** Tags beside states take room that addresses and subjects need: where no row has one, there is none. */
const stateWidths = { alone: '7.5rem', withTags: '12rem', withWaits: 'minmax(8rem, 2.6fr)' } as const;

const state: Column<MessageRow> = {
  title: text.state,
  width: stateWidths.withTags,
  cell: ({ state: now, simulated, role }) => (
    <>
      <Badge tone={messageTones[now]}>{words.states[now]}</Badge>
      {simulated && <span className="tag">{text.simulated}</span>}
      {role && <span className="tag">{text.roles[role]}</span>}
    </>
  ),
};
const always: readonly Column<MessageRow>[] = [{ ...recipient, width: 'minmax(0, 2.2fr)', narrow: 'first' }, state];

/** Whether a row has a tag beside its state. */
export const hasTag = ({ simulated, role }: MessageRow): boolean => simulated || role !== null;

/** The columns for rows of which none has a tag. */
function withoutTags(columns: readonly Column<MessageRow>[]): readonly Column<MessageRow>[] {
  return columns.map((column) => (column === state ? { ...state, width: stateWidths.alone } : column));
}

/** Whether a row says what it waits for. */
export const isWaiting = ({ state: now }: MessageRow): boolean => now === 'queued';

/** Beside the state of a queued mail, what it waits for. */
function stateWithWaits(waits: MailWaits): Column<MessageRow> {
  return {
    ...state,
    width: stateWidths.withWaits,
    cell: (row) => (
      <span className="state-and-wait">
        {state.cell(row)}
        {isWaiting(row) && <MailWait waits={waits} id={row.id} />}
      </span>
    ),
  };
}

const optional: Readonly<Record<Exclude<OptionalColumn, 'subject'>, Column<MessageRow>>> = {
  eventType: {
    title: text.eventType,
    width: 'minmax(0, 1.3fr)',
    cell: ({ eventTypeName }) => <code>{eventTypeName}</code>,
  },
  workspace: {
    title: words.common.workspace,
    width: 'minmax(0, 1.6fr)',
    cell: ({ workspace }) => workspace && <span className="cut">{workspace.name}</span>,
  },
  key: {
    title: text.key,
    width: 'minmax(0, 1.2fr)',
    narrow: 'hidden',
    cell: ({ idempotencyKey }) => <code>{idempotencyKey}</code>,
  },
  sent: { title: text.sent, width: '7.5rem', align: 'end', cell: ({ createdAt }) => <When at={createdAt} /> },
};

/** The columns of a list beside which one message is shown. */
export const fewColumns: readonly Column<MessageRow>[] = [...always, optional.sent];

/** What the rows say of their mails. */
interface Subjects {
  /** By template version. */
  readonly templates: ReadonlyMap<string, string>;
  /** By message; null where the key may not see them. */
  readonly mails: MailSubjects | null;
}

interface Shown extends Subjects {
  /** Whether any row has a tag beside its state. */
  readonly hasTags: boolean;
  /** Null where no row waits. */
  readonly waits: MailWaits | null;
}

export function columnsOf(names: readonly OptionalColumn[], subjects: Shown): readonly Column<MessageRow>[] {
  const subject: Column<MessageRow> = {
    title: text.columnNames.subject,
    width: 'minmax(0, 2.4fr)',
    cell: (row) => subjectOf(row, subjects, ''),
  };
  const columns = [...always, ...names.map((name) => (name === 'subject' ? subject : optional[name]))];
  const { waits } = subjects;
  if (waits) return columns.map((column) => (column === state ? stateWithWaits(waits) : column));
  return subjects.hasTags ? columns : withoutTags(columns);
}

/** The columns of a list that is of one person: its rows are told apart by what they say, not by whom they went to. */
export function columnsOfPerson(subjects: Subjects, isOfOneWorkspace: boolean): readonly Column<MessageRow>[] {
  const subject: Column<MessageRow> = {
    title: text.columnNames.subject,
    width: 'minmax(0, 2.4fr)',
    narrow: 'first',
    cell: (row) => subjectOf(row, subjects, row.eventTypeName),
  };
  // A contact may have had another address.
  const further = isOfOneWorkspace ? [recipient, optional.eventType] : [optional.eventType, optional.workspace];
  return [subject, state, ...further, optional.sent];
}

/** That of an erased person is not shown, though it was read before. */
function subjectOf(
  { id, templateVersionId, recipient }: MessageRow,
  { templates, mails }: Subjects,
  unknown: string,
): ReactNode {
  const own = recipient === null ? null : mails;
  return <MailSubject mails={own} id={id} otherwise={subjectText(templates.get(templateVersionId) ?? unknown)} />;
}

/** A subject whose merge tags are names in brackets: the values are those of each emit. */
export function subjectText(subject: string): string {
  return subject.replace(/\{\{([^{}]*)\}\}/g, (_tag, inside: string) => `[${nameIn(inside)}]`);
}

/** The last part of the path that a merge tag names. */
function nameIn(tag: string): string {
  const [path = ''] = tag.trim().split(/[^\w.]/, 1);
  return path.slice(path.lastIndexOf('.') + 1);
}

export const messageKey = ({ id }: MessageRow) => id;

export const messageLink = ({ id }: MessageRow) => ({ to: '/messages/$message', params: { message: id } }) as const;
