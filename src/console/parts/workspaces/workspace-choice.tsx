/** A control that offers every workspace of the platform: the newest, and others by a part of their name or reference. */

import * as Popover from '@radix-ui/react-popover';
import { Command } from 'cmdk';
import { Check, ChevronDown, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type NamedWorkspaceFragment, WorkspaceChoicesDocument } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { FaultNote } from '../events/fault-view.tsx';
import { useSettled } from '../use-settled.ts';

const text = words.workspaceChoice;

interface WorkspaceChoiceProps {
  /** Id of the chosen workspace; null: `none`. */
  readonly chosen: string | null;
  /** Name of the chosen workspace. */
  readonly name: string;
  /** The choice of no workspace, where there is one. */
  readonly none?: string;
  readonly onPick: (workspace: NamedWorkspaceFragment | null) => void;
  /** Of the button. */
  readonly id?: string;
  readonly 'aria-describedby'?: string | undefined;
}

export function WorkspaceChoice({ chosen, name, none, onPick, ...button }: WorkspaceChoiceProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const pick = (workspace: NamedWorkspaceFragment | null) => {
    setOpen(false);
    onPick(workspace);
  };
  return (
    <Popover.Root modal open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className="choice"
        aria-label={`${words.common.workspace}: ${chosen === null ? none : name}`}
        {...button}
      >
        <span>{chosen === null ? none : name}</span>
        <ChevronDown size={14} aria-hidden />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="menu choices"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={text.title}
        >
          <Choices chosen={chosen} none={none} onPick={pick} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

type ChoicesProps = Pick<WorkspaceChoiceProps, 'chosen' | 'onPick'> & { readonly none: string | undefined };

function Choices({ chosen, none, onPick }: ChoicesProps): ReactNode {
  const [typed, setTyped] = useState('');
  const search = useSettled(typed.trim());
  const { rows = [], fault, isEarlier, hasMore, isSearching } = useChoices(search);
  const hasNone = none !== undefined && search === '';
  // The server searches: when other rows come, the first of them is the one that Enter picks.
  const [pointed, setPointed] = useState('');
  const offered = [...(hasNone ? [noneValue] : []), ...rows.map(({ id }) => id)];
  const current = offered.includes(pointed) ? pointed : (offered[0] ?? '');
  // Until the rows of the typed text are there, the old ones are shown: Enter does not pick among them.
  const isCurrent = typed.trim() === search && !isEarlier;
  const pick = (workspace: NamedWorkspaceFragment | null) => {
    if (isCurrent || workspace === null) onPick(workspace);
  };
  const note = isSearching
    ? text.searching
    : hasMore
      ? text.more
      : isCurrent && !fault && rows.length === 0
        ? text.nothing
        : null;
  return (
    <Command label={text.search} shouldFilter={false} value={current} onValueChange={setPointed}>
      <div className="choices-search">
        <Search size={14} aria-hidden />
        <Command.Input placeholder={text.search} value={typed} onValueChange={setTyped} />
      </div>
      <Command.List label={text.title}>
        {hasNone && (
          <Choice value={noneValue} isChosen={chosen === null} onSelect={() => pick(null)}>
            {none}
          </Choice>
        )}
        {rows.map((workspace) => (
          <Choice
            key={workspace.id}
            value={workspace.id}
            isChosen={workspace.id === chosen}
            onSelect={() => pick(workspace)}
          >
            {workspace.name}
            {workspace.reference && <code>{workspace.reference}</code>}
          </Choice>
        ))}
      </Command.List>
      {fault && <FaultNote fault={fault} />}
      <div role="status">{note && <p className="hint">{note}</p>}</div>
    </Command>
  );
}

/** Workspaces that are offered at once. */
const offeredMost = 20;

/** One request looks through some thousand workspaces; in a platform that has more the search goes on. */
function useChoices(search: string) {
  const listing = useList(
    WorkspaceChoicesDocument,
    { search: search || null, first: offeredMost },
    ({ workspaces }) => workspaces,
  );
  const { rows, fault, isEarlier, hasMore, isFetchingMore, more } = listing;
  const goesOn = rows !== undefined && rows.length < offeredMost && hasMore && !isEarlier && fault === null;
  useEffect(() => {
    if (goesOn && !isFetchingMore) more();
  }, [goesOn, isFetchingMore, more]);
  return { rows, fault, isEarlier, hasMore, isSearching: rows === undefined ? fault === null : goesOn };
}

/** Of the row for `none`; no id has it. */
const noneValue = 'none';

interface ChoiceProps {
  readonly value: string;
  readonly isChosen: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}

function Choice({ value, isChosen, onSelect, children }: ChoiceProps): ReactNode {
  return (
    <Command.Item value={value} onSelect={onSelect}>
      <span className="two">{children}</span>
      {isChosen && <Check size={14} aria-label={text.chosen} />}
    </Command.Item>
  );
}
