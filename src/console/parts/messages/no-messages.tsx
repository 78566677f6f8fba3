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
  const anyState = { ...filter, states: null, bounce: null, reason: null };
  // Nothing but the state may hide what is looked for.
  const inAnyState = useCount(
    workspace,
    anyState,
    filtersSet(anyState) > 0 && filtersSet(anyState) < filtersSet(filter),
  );
  const refused = useRefusedCount(workspace, filter);
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
          <Button kind="primary" onClick={() => set({ state: undefined, bounce: undefined, reason: undefined })}>
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
            {refused ? text.refusedEmits(refused) : text.refused}
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

/** How many refused emits there are to the address or with the key that is looked for, as text; null: none, or not asked. */
function useRefusedCount(workspace: string | null, filter: MessageFilter): string | null {
  const { allowWide } = useScopes();
  const { recipient = null, idempotencyKeyStart = null } = filter;
  const enabled = allowWide('read') && (recipient !== null || idempotencyKeyStart !== null);
  const { data } = useAsk(
    RefusedCountDocument,
    { filter: { workspace, recipient, idempotencyKeyStart } },
    { enabled },
  );
  const { totalCount, totalCountCapped } = data?.refusedEmits ?? {};
  return enabled && totalCount ? words.common.total(totalCount, totalCountCapped === true) : null;
}

/** How many messages there are, as text; null while that is not known, and where there is none. */
function useCount(workspace: string | null, filter: MessageFilter, enabled: boolean): string | null {
  const { data } = useAsk(MessageCountDocument, { workspace, filter }, { enabled });
  const { totalCount, totalCountCapped } = data?.messages ?? {};
  return enabled && totalCount ? words.common.total(totalCount, totalCountCapped === true) : null;
}
