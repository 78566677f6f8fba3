/** The mail of a workspace, live: new mail appears at the top by itself. */
import { getRouteApi } from '@tanstack/react-router';
import { Mails, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { MessageCountDocument, MessagesDocument, type MessagesQuery } from '../api/operations.ts';
import { liveEvery, useAsk, useList } from '../api/use-ask.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Filter, optionsOf } from '../parts/field.tsx';
import { FilterText } from '../parts/filter-text.tsx';
import { Page } from '../parts/page.tsx';
import { type Column, Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { messageTones } from '../parts/tones.ts';
import { When } from '../parts/when.tsx';
import { InWorkspace, type PickedWorkspace } from '../parts/workspace-picker.tsx';
import { oneOf } from '../search.ts';
import { words } from '../words.ts';

const route = getRouteApi('/shell/messages');
const text = words.messages;

export type MessageRow = NonNullable<MessagesQuery['messages']>['nodes'][number];

export const messageColumns: readonly Column<MessageRow>[] = [
  {
    title: text.recipient,
    width: 'minmax(0, 2.4fr)',
    narrow: 'first',
    cell: ({ recipient }) => recipient ?? <em>{text.erased}</em>,
  },
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

export function MessagesPage(): ReactNode {
  return (
    <Page title={text.title} intro={text.intro}>
      <InWorkspace>{(workspace, picker) => <Listed workspace={workspace} picker={picker} />}</InWorkspace>
    </Page>
  );
}

function Listed({ workspace, picker }: { readonly workspace: PickedWorkspace; readonly picker: ReactNode }): ReactNode {
  const { state, recipient } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = {
    workspace: workspace.id,
    state: oneOf(words.states, state) ?? null,
    recipient: recipient ?? null,
  };
  const listing = useList(MessagesDocument, filter, ({ messages }) => messages, { live: true });
  const { data: counted } = useAsk(MessageCountDocument, filter, { every: 5 * liveEvery, keep: true });
  const set = (change: { readonly state?: string | undefined; readonly recipient?: string | undefined }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  const isFiltered = filter.state !== null || filter.recipient !== null;
  const total = counted?.messages;
  return (
    <>
      <search className="filters" aria-label={words.common.filters}>
        {picker}
        <Filter
          label={text.state}
          value={filter.state ?? undefined}
          options={optionsOf(words.states)}
          onPick={(picked) => set({ state: picked })}
        />
        <FilterText
          label={text.recipient}
          placeholder={text.recipientHint}
          value={recipient}
          onSettle={(address) => set({ recipient: address })}
        />
        <span className="filters-rest">
          {typeof total?.totalCount === 'number' && (
            <span className="count">{words.common.total(total.totalCount, total.totalCountCapped === true)}</span>
          )}
          <span className="live">{text.live}</span>
        </span>
      </search>
      <Rows
        label={text.title}
        listing={listing}
        columns={messageColumns}
        keyOf={({ id }) => id}
        linkOf={({ id }) => ({ to: '/messages/$message', params: { message: id } })}
        empty={
          isFiltered ? (
            <Empty icon={SearchX} title={text.noMatchTitle} hint={text.noMatchHint}>
              <Button onClick={() => set({ state: undefined, recipient: undefined })}>{words.common.clear}</Button>
            </Empty>
          ) : (
            <Empty icon={Mails} title={text.emptyTitle} hint={text.emptyHint}>
              <a className="button" href="/docs/api/emit-event" target="_blank" rel="noopener">
                {text.howToEmit}
              </a>
            </Empty>
          )
        }
      />
    </>
  );
}
