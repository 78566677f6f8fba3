/** Links to the workspaces that have the newest messages of a filter, each with its count. */
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ask } from '../../api/ask.ts';
import {
  MessageCountDocument,
  type MessageFilter,
  MessagePlacesDocument,
  type MessagePlacesQuery,
} from '../../api/operations.ts';
import { useAsk, usePlatform } from '../../api/use-ask.ts';
import { words } from '../../words.ts';

/** Workspaces that are offered; each costs a count. */
const offeredMost = 4;

interface Place {
  readonly id: string;
  readonly name: string;
  /** Among the newest matches. */
  readonly seen: number;
}

export function OtherWorkspaces({ filter }: { readonly filter: MessageFilter }): ReactNode {
  const platform = usePlatform();
  const { data } = useAsk(MessagePlacesDocument, { filter });
  const places = placesOf(data).slice(0, offeredMost);
  const isWhole = data?.messages?.pageInfo.hasNextPage === false;
  const counts = useQueries({
    queries: places.map(({ id: workspace }) => ({
      queryKey: ['ask', platform, String(MessageCountDocument), { workspace, filter }],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        ask(MessageCountDocument, { workspace, filter }, { platform, signal }),
      enabled: !isWhole,
    })),
  });
  return places.map(({ id, name, seen }, at) => {
    const { totalCount, totalCountCapped } = counts[at]?.data?.messages ?? {};
    const count = isWhole
      ? words.common.total(seen, false)
      : typeof totalCount === 'number'
        ? words.common.total(totalCount, totalCountCapped === true)
        : words.common.total(seen, true);
    return (
      <Link key={id} className="button" to="." search={(now: object) => ({ ...now, workspace: id, all: undefined })}>
        {words.messages.inWorkspace(count, name)}
      </Link>
    );
  });
}

/** The workspaces of the rows, the one with most of them first. */
function placesOf(data: MessagePlacesQuery | undefined): readonly Place[] {
  const places = new Map<string, Place>();
  for (const { workspace } of data?.messages?.nodes ?? []) {
    if (workspace === null) continue;
    places.set(workspace.id, { ...workspace, seen: (places.get(workspace.id)?.seen ?? 0) + 1 });
  }
  return [...places.values()].sort((one, other) => other.seen - one.seen);
}
