/** The columns of a list of messages. */
import type { MessageRow } from '../../api/live-message-list.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import type { Column } from '../rows.tsx';
import { messageTones } from '../tones.ts';
import { When } from '../when.tsx';

const text = words.messages;

/** Undefined where the key may not see addresses. */
function addressOf({ recipient }: Pick<MessageRow, 'recipient'>) {
  if (recipient === undefined) return <em>{text.hidden}</em>;
  return recipient ?? <em>{text.erased}</em>;
}

export const messageColumns: readonly Column<MessageRow>[] = [
  { title: text.recipient, width: 'minmax(0, 2.4fr)', narrow: 'first', cell: addressOf },
  {
    title: text.state,
    width: 'minmax(12rem, 1fr)',
    cell: ({ state, simulated }) => (
      <>
        <Badge tone={messageTones[state]}>{words.states[state]}</Badge>
        {simulated && <span className="tag">{text.simulated}</span>}
      </>
    ),
  },
  {
    title: text.eventType,
    width: 'minmax(0, 1.4fr)',
    cell: ({ eventTypeName }) => <code>{eventTypeName}</code>,
  },
  { title: text.sent, width: '7.5rem', align: 'end', cell: ({ createdAt }) => <When at={createdAt} /> },
];

export const messageKey = ({ id }: MessageRow) => id;

export const messageLink = ({ id }: MessageRow) => ({ to: '/messages/$message', params: { message: id } }) as const;
