/**
 * The mail of the whole platform or of one workspace: new mail appears at the top by itself. And the emits behind it,
 * accepted and refused.
 */
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowUp } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { type MessageRow, missedMax } from '../api/live-message-list.ts';
import { MessageCountDocument } from '../api/operations.ts';
import { liveEvery, useAsk } from '../api/use-ask.ts';
import { useMessageList } from '../api/use-message-list.ts';
import { useScopes } from '../api/use-scopes.ts';
import { useSubjects } from '../api/use-subjects.ts';
import { Button } from '../parts/button.tsx';
import { lazyPart } from '../parts/lazy/lazy-part.tsx';
import { LiveSign } from '../parts/live-sign.tsx';
import { DayStrip } from '../parts/messages/day-strip.tsx';
import { useListLook } from '../parts/messages/list-look.ts';
import { useKeepPlace } from '../parts/messages/list-place.ts';
import { LookMenu } from '../parts/messages/look-menu.tsx';
import {
  columnsOf,
  fewColumns,
  hasTag,
  isWaiting,
  messageKey,
  messageLink,
} from '../parts/messages/message-columns.tsx';
import { MessageFilters } from '../parts/messages/message-filters.tsx';
import { type ListedProps, type MessageSearch, messageFilterOf, orderOf } from '../parts/messages/message-search.ts';
import { useMailSubjects } from '../parts/messages/use-mail-subjects.ts';
import { useMailWaits } from '../parts/messages/use-mail-waits.ts';
import { ViewMenu } from '../parts/messages/view-menu.tsx';
import { Page } from '../parts/page.tsx';
import { Rows } from '../parts/rows.tsx';
import { InAnyWorkspace, InWorkspace } from '../parts/workspaces/workspace-picker.tsx';
import { exactly, oneOf } from '../search.ts';
import { words } from '../words.ts';

const EmitList = lazyPart(() => import('../parts/events/emit-list.tsx').then((file) => file.EmitList));
const RefusedList = lazyPart(() => import('../parts/events/refused-list.tsx').then((file) => file.RefusedList));
const MessagePeek = lazyPart(() => import('../parts/messages/message-peek.tsx').then((file) => file.MessagePeek), {
  isSoon: true,
});

const NoMessages = lazyPart(() => import('../parts/messages/no-messages.tsx').then((file) => file.NoMessages));

const route = getRouteApi('/shell/messages');
const text = words.messages;

export function MessagesPage(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  useKeepPlace(search);
  const { workspace: only, allowWide } = useScopes();
  const isWide = allowWide('read');
  const view = oneOf(views, search.view) ?? 'messages';
  // A key for one workspace sees that one, live.
  const Place = only === null ? InAnyWorkspace : InWorkspace;
  const set = (change: MessageSearch) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true });
  return (
    <Page title={text.title} intro={text.intro[view]}>
      <nav className="tabs" aria-label={text.views}>
        {(Object.keys(views) as (keyof typeof views)[])
          .filter((each) => each !== 'refused' || isWide)
          .map((each) => (
            <Link
              key={each}
              to="."
              search={(now) => ({ ...now, view: each === 'messages' ? undefined : each })}
              activeOptions={exactly}
              aria-current={each === view ? 'page' : undefined}
            >
              {text[each]}
            </Link>
          ))}
      </nav>
      <Place>
        {(workspace: string | null, picker: ReactNode) => {
          const List = views[view];
          return <List workspace={workspace} picker={picker} search={search} set={set} />;
        }}
      </Place>
    </Page>
  );
}

function MessageList({ workspace, picker, search, set }: ListedProps): ReactNode {
  const { allow } = useScopes();
  const filter = messageFilterOf(search, allow('people'));
  const list = useMessageList({ workspace, filter, orderBy: orderOf(search) });
  const { data: counted } = useAsk(MessageCountDocument, { workspace, filter }, { every: 5 * liveEvery, keep: true });
  const total = counted?.messages;
  const [peeked, setPeeked] = useState<string | null>(null);
  const columns = useColumns(list.rows, workspace, peeked !== null);
  return (
    <>
      <MessageFilters picker={picker} search={search} set={set}>
        <span className="filters-rest">
          <ViewMenu search={search} />
          <LookMenu />
          {typeof total?.totalCount === 'number' && (
            <span className="count">{words.common.total(total.totalCount, total.totalCountCapped === true)}</span>
          )}
          <LiveSign isFollowed={list.isLive} />
        </span>
      </MessageFilters>
      <DayStrip workspace={workspace} search={search} set={set} />
      <div className="with-peek" data-peeking={peeked !== null || undefined}>
        {peeked !== null && <MessagePeek id={peeked} onClose={() => setPeeked(null)} />}
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
          columns={columns}
          keyOf={messageKey}
          linkOf={messageLink}
          peek={{ shown: peeked, show: setPeeked }}
          empty={<NoMessages workspace={workspace} filter={filter} set={set} />}
        />
      </div>
    </>
  );
}

/** The columns that the reader chose; the workspace where a list shows more than one. */
function useColumns(rows: readonly MessageRow[] | undefined, workspace: string | null, isPeeking: boolean) {
  const { columns: chosen } = useListLook();
  const { workspace: only } = useScopes();
  const versions = useMemo(() => [...new Set(rows?.map((row) => row.templateVersionId))], [rows]);
  const templates = useSubjects(versions, chosen.includes('subject'));
  const mails = useMailSubjects();
  const hasTags = useMemo(() => rows?.some(hasTag) ?? false, [rows]);
  const waits = useMailWaits(useMemo(() => rows?.some(isWaiting) ?? false, [rows]));
  const isWide = workspace === null && only === null;
  return useMemo(
    () =>
      isPeeking
        ? fewColumns
        : columnsOf(
            chosen.filter((name) => name !== 'workspace' || isWide),
            { templates, mails, hasTags, waits },
          ),
    [chosen, templates, mails, hasTags, waits, isWide, isPeeking],
  );
}

const views = { messages: MessageList, emits: EmitList, refused: RefusedList } as const;
