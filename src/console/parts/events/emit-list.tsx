/** Accepted emits, with and without mail; those of erased persons too. */
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmitsDocument, type EmitsQuery } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { addressOf } from '../messages/message-columns.tsx';
import { MessageFilters } from '../messages/message-filters.tsx';
import { eventFilterOf, type ListedProps, noFilters, orderOf } from '../messages/message-search.ts';
import { type Column, Rows } from '../rows.tsx';
import { Empty } from '../states.tsx';
import { messageTones } from '../tones.ts';
import { When } from '../when.tsx';

const text = words.messages;

type Emit = NonNullable<EmitsQuery['events']>['nodes'][number];

const columns: readonly Column<Emit>[] = [
  {
    title: text.recipient,
    width: 'minmax(0, 2fr)',
    narrow: 'first',
    cell: ({ message }) => (message ? addressOf(message) : <em>{text.noRecipient}</em>),
  },
  {
    title: text.key,
    width: 'minmax(0, 1.6fr)',
    cell: ({ idempotencyKey }) => <code title={idempotencyKey}>{idempotencyKey}</code>,
  },
  { title: text.eventType, width: 'minmax(0, 1.4fr)', cell: ({ type }) => <code>{type}</code> },
  {
    title: text.contact,
    width: 'minmax(0, 1.2fr)',
    narrow: 'hidden',
    cell: ({ contactAtEmit }) => contactAtEmit && <code>{contactAtEmit.reference ?? contactAtEmit.contactId}</code>,
  },
  {
    title: text.message,
    width: 'minmax(8rem, 1fr)',
    cell: ({ message }) =>
      message ? <Badge tone={messageTones[message.state]}>{words.states[message.state]}</Badge> : text.noMessage,
  },
  { title: text.sent, width: '7.5rem', align: 'end', cell: ({ createdAt }) => <When at={createdAt} /> },
];

const keyOf = ({ id }: Emit) => id;
const linkOf = ({ id, message }: Emit) =>
  ({ to: '/messages/$message', params: { message: message?.id ?? id } }) as const;

export function EmitList({ workspace, picker, search, set }: ListedProps): ReactNode {
  const { allow } = useScopes();
  const people = allow('people');
  const asked = { workspace, filter: eventFilterOf(search, people), orderBy: orderOf(search), people };
  const listing = useList(EmitsDocument, asked, ({ events }) => events, { live: true });
  return (
    <>
      <MessageFilters picker={picker} search={search} set={set} ofEmits />
      <Rows
        label={text.emits}
        listing={listing}
        columns={columns}
        keyOf={keyOf}
        linkOf={linkOf}
        empty={
          <Empty icon={SearchX} title={text.noEmitTitle} hint={text.noEmitHint}>
            <Button onClick={() => set(noFilters)}>{words.common.clear}</Button>
          </Empty>
        }
      />
    </>
  );
}
