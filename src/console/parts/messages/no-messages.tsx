/** In place of a list without a message: where there are some, with how many, in all and in each workspace. */
import { Link, useNavigate } from '@tanstack/react-router';
import { Mails, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { MessageCountDocument, type MessageFilter, RefusedCountDocument } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { Empty } from '../states.tsx';
import { filtersSet, type ListedProps, noFilters } from './message-search.ts';
import { OtherWorkspaces } from './other-workspaces.tsx';

const text = words.messages;

interface NoMessagesProps extends Pick<ListedProps, 'workspace' | 'set'> {
  readonly filter: MessageFilter;
}

export function NoMessages({ workspace, filter, set }: NoMessagesProps): ReactNode {
  const navigate = useNavigate();
  const { workspace: only, allowWide } = useScopes();
  const isFiltered = filtersSet(filter) > 0;
  const isOne = workspace !== null && only === null;
  const elsewhere = useCount(null, filter, isOne);
  const unfiltered = useCount(workspace, {}, isFiltered);
  const { states, ...stateless } = filter;
  const inAnyState = useCount(workspace, stateless, Boolean(states) && filtersSet(stateless) > 0);
  const refused = useRefused(workspace, filter);
  const showAll = () => void navigate({ to: '.', search: (now: object) => ({ ...now, all: 'yes' }) });
  const title = isFiltered ? text.noMatchTitle : isOne ? text.emptyHere : text.emptyTitle;
  return (
    <Empty
      icon={isFiltered ? SearchX : Mails}
      title={title}
      hint={isFiltered ? (isOne ? text.noMatchHere : text.noMatchHint) : text.emptyHint}
    >
      <div className="state-acts">
        {elsewhere && (
          <>
            <Button kind="primary" onClick={showAll}>
              {text.inAll(elsewhere)}
            </Button>
            <OtherWorkspaces filter={filter} />
          </>
        )}
        {inAnyState && (
          <Button kind={elsewhere ? 'plain' : 'primary'} onClick={() => set({ state: undefined })}>
            {text.inAnyState(inAnyState)}
          </Button>
        )}
        {isFiltered && (
          <Button onClick={() => set(noFilters)}>
            {unfiltered ? text.unfiltered(unfiltered) : words.common.clear}
          </Button>
        )}
        {allowWide('read') && (
          <Link className="button" to="." search={(now: object) => ({ ...now, view: 'refused' })}>
            {refused ? text.refusedNumber(refused) : text.refused}
          </Link>
        )}
        {!isFiltered && (
          <a className="button" href="/docs/api/emit-event" target="_blank" rel="noopener">
            {text.howToEmit}
          </a>
        )}
      </div>
    </Empty>
  );
}

/** How many emits to the address, or with the key, were refused, as text; null where that is not asked, or none was. */
function useRefused(workspace: string | null, { recipient, idempotencyKeyStart }: MessageFilter): string | null {
  const { allowWide } = useScopes();
  const enabled = allowWide('read') && Boolean(recipient ?? idempotencyKeyStart);
  const filter = { workspace, recipient: recipient ?? null, idempotencyKeyStart: idempotencyKeyStart ?? null };
  const { data } = useAsk(RefusedCountDocument, { filter }, { enabled });
  const { totalCount, totalCountCapped } = data?.refusedEmits ?? {};
  return enabled && totalCount ? words.common.total(totalCount, totalCountCapped === true) : null;
}

/** How many messages there are, as text; null while that is not known, and where there is none. */
function useCount(workspace: string | null, filter: MessageFilter, enabled: boolean): string | null {
  const { data } = useAsk(MessageCountDocument, { workspace, filter }, { enabled });
  const { totalCount, totalCountCapped } = data?.messages ?? {};
  return enabled && totalCount ? words.common.total(totalCount, totalCountCapped === true) : null;
}
