/** The workspaces of a choice: the newest, and others by a part of their name or reference (workspace-choice.tsx). */
import { Command } from 'cmdk';
import { Check, Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { type NamedWorkspaceFragment, WorkspaceChoicesDocument } from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { FaultNote } from '../events/fault-view.tsx';
import type { Opened } from '../menus/on-demand.tsx';
import { OpenedPanel } from '../menus/opened-panel.tsx';
import { useSettled } from '../use-settled.ts';

const text = words.workspaceChoice;

interface WorkspaceMenuProps extends Opened {
  /** Id of the chosen workspace; null: `none`. */
  readonly chosen: string | null;
  /** The choice of no workspace, where there is one. */
  readonly none: string | undefined;
  readonly onPick: (workspace: NamedWorkspaceFragment | null) => void;
}

export function WorkspaceMenu({ button, chosen, none, onPick }: WorkspaceMenuProps): ReactNode {
  return (
    <OpenedPanel button={button} label={text.title} className="choices">
      {(close) => (
        <Choices
          chosen={chosen}
          none={none}
          onPick={(workspace) => {
            close();
            onPick(workspace);
          }}
        />
      )}
    </OpenedPanel>
  );
}

type ChoicesProps = Pick<WorkspaceMenuProps, 'chosen' | 'none' | 'onPick'>;

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
