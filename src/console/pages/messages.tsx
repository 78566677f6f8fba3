/** The mail of a workspace or of the whole platform, live: new mail appears at the top by itself. And the emits behind it. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowUp, Mails, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { missedMax } from '../api/live-message-list.ts';
import { MessageCountDocument } from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { useMessageList } from '../api/use-message-list.ts';
import { useScopes } from '../api/use-scopes.ts';
import { Button } from '../parts/button.tsx';
import { EmitList } from '../parts/events/emit-list.tsx';
import { messageColumns, messageKey, messageLink } from '../parts/messages/message-columns.tsx';
import { MessageFilters } from '../parts/messages/message-filters.tsx';
import {
  filtersSet,
  type MessageSearch,
  messageFilterOf,
  noFilters,
  orderOf,
} from '../parts/messages/message-search.ts';
import { Page } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { Empty } from '../parts/states.tsx';
import { InWorkspace } from '../parts/workspaces/workspace-picker.tsx';
import { exactly } from '../search.ts';
import { words } from '../words.ts';

const route = getRouteApi('/shell/messages');
const text = words.messages;

export function MessagesPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { workspace: only } = useScopes();
  const isEmits = search.view === 'emits';
  const set = (change: MessageSearch) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  return (
    <Page title={text.title} intro={text.intro}>
      <nav className="tabs" aria-label={text.views}>
        <Link
          to="."
          search={(now) => ({ ...now, view: undefined })}
          activeOptions={exactly}
          aria-current={isEmits ? undefined : 'page'}
        >
          {text.messages}
        </Link>
        <Link
          to="."
          search={(now) => ({ ...now, view: 'emits' })}
          activeOptions={exactly}
          aria-current={isEmits ? 'page' : undefined}
        >
          {text.emits}
        </Link>
      </nav>
      <InWorkspace offersAll={only === null}>
        {(workspace, picker) => {
          const listed = { workspace: search.all && only === null ? null : workspace, picker, search, set };
          return isEmits ? <EmitList {...listed} /> : <Listed {...listed} />;
        }}
      </InWorkspace>
    </Page>
  );
}

interface ListedProps {
  /** Null: the whole platform. */
  readonly workspace: string | null;
  readonly picker: ReactNode;
  readonly search: MessageSearch;
  readonly set: (change: MessageSearch) => void;
}

function Listed({ workspace, picker, search, set }: ListedProps): ReactNode {
  const { allow } = useScopes();
  const filter = messageFilterOf(search, allow('people'));
  const list = useMessageList({ workspace, filter, orderBy: orderOf(search) });
  const { data: counted } = useAsk(MessageCountDocument, { workspace, filter }, { every: 5 * liveEvery, keep: true });
  const total = counted?.messages;
  const isFiltered = filtersSet(filter) > 0;
  return (
    <>
      <MessageFilters picker={picker} search={search} set={set}>
        <span className="filters-rest">
          {typeof total?.totalCount === 'number' && (
            <span className="count">{words.common.total(total.totalCount, total.totalCountCapped === true)}</span>
          )}
          <span
            className="live"
            data-state={list.isLive ? 'live' : 'read'}
            title={list.isLive ? text.live : text.notLive}
          >
            {text.live}
          </span>
        </span>
      </MessageFilters>
      <div>
        <div className="fresh" aria-live="polite">
          {list.missed > 0 && (
            <Button kind="primary" icon={ArrowUp} onClick={() => window.scrollTo({ top: 0 })}>
              {text.fresh(list.missed, list.missed >= missedMax)}
            </Button>
          )}
        </div>
        <Rows
          label={text.title}
          listing={list}
          columns={messageColumns}
          keyOf={messageKey}
          linkOf={messageLink}
          empty={
            isFiltered ? (
              <Empty icon={SearchX} title={text.noMatchTitle} hint={text.noMatchHint}>
                <Button onClick={() => set(noFilters)}>{words.common.clear}</Button>
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
      </div>
    </>
  );
}
