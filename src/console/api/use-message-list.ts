/** The live list of messages of a workspace, or of the whole platform. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { createLiveMessageList, isWanted, type LiveMessageList, type MessageRow } from './live-message-list.ts';
import { takePage } from './message-page.ts';
import { type ListOrder, MessageChangesDocument, type MessageFilter } from './operations.ts';
import { type Listing, liveEvery, usePlatform } from './use-ask.ts';
import { useFollow } from './use-follow.ts';
import { useScopes } from './use-scopes.ts';

/** Pixels from the top of the page at which a reader has scrolled away. */
const awayFrom = 60;

interface Wanted {
  /** Id of a workspace; null: all that exist for the key. */
  readonly workspace: string | null;
  readonly filter: MessageFilter;
  readonly orderBy: ListOrder;
}

export interface MessageList extends Listing<MessageRow> {
  /** Whether changes arrive by themselves; else the list is read again. */
  readonly isLive: boolean;
  /** New messages above, while the reader has scrolled away. */
  readonly missed: number;
}

export function useMessageList({ workspace, filter, orderBy }: Wanted): MessageList {
  const platform = usePlatform();
  const client = useQueryClient();
  const people = useScopes().allow('people');
  const key = JSON.stringify([platform, workspace, filter, orderBy, people]);
  // The cache of queries keeps the list for the way back, and forgets it when the session ends.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` holds all that the list is made of.
  const feed = useMemo(() => {
    const kept = client.getQueryData<LiveMessageList>(['feed', key]);
    if (kept) return kept;
    const made = createLiveMessageList({
      filter,
      order: orderBy,
      read: async (asked, after) => {
        const terms = { workspace, filter: asked, orderBy, people };
        const { messages } = await client.fetchQuery({
          queryKey: ['feed page', key, terms, after],
          queryFn: ({ signal }) => takePage(terms, after, { platform, signal }),
          staleTime: 0,
          gcTime: 0,
        });
        return messages ?? { nodes: [], pageInfo: { hasNextPage: false } };
      },
    });
    // One list is kept.
    client.removeQueries({ queryKey: ['feed'] });
    client.setQueryData(['feed', key], made);
    return made;
  }, [key]);
  const state = useSyncExternalStore(feed.subscribe, feed.state);
  const isLive = useFollow(
    MessageChangesDocument,
    { workspace: workspace ?? '', people },
    {
      enabled: workspace !== null,
      cursorOf: ({ workspaceMessages }) => workspaceMessages?.cursor,
      onEvent: ({ workspaceMessages }, isStart) => {
        if (isStart) feed.renew();
        feed.change(
          (workspaceMessages?.changes ?? []).map(({ messageId: id, message }) => ({
            id,
            row: message && isWanted(message, filter) ? message : null,
          })),
        );
      },
    },
  );
  useEffect(() => feed.renew(), [feed]);
  useEffect(() => {
    if (isLive) return;
    const timer = setInterval(() => document.visibilityState === 'visible' && feed.renew(), liveEvery);
    return () => clearInterval(timer);
  }, [feed, isLive]);
  useEffect(() => {
    const look = () => feed.hold(window.scrollY > awayFrom);
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [feed]);
  // The rows of the last filter stand until those of the next have come; never those of another platform.
  const place = `${platform} ${workspace}`;
  const last = useRef<{ readonly place: string; readonly rows: readonly MessageRow[] }>(undefined);
  if (state.rows) last.current = { place, rows: state.rows };
  const before = last.current?.place === place && !state.fault ? last.current.rows : undefined;
  return {
    ...state,
    rows: state.rows ?? before,
    isLive,
    retry: feed.renew,
    more: feed.more,
  };
}
