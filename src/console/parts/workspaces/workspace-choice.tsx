/** A control that offers every workspace of the platform: the newest, and others by a part of their name or reference. */
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { NamedWorkspaceFragment } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { lazyPart } from '../lazy/lazy-part.tsx';
import { OnDemand } from '../menus/on-demand.tsx';

const WorkspaceMenu = lazyPart(() => import('./workspace-menu.tsx').then((file) => file.WorkspaceMenu), {
  isSoon: true,
});

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

export function WorkspaceChoice({ chosen, name, none, onPick, ...rest }: WorkspaceChoiceProps): ReactNode {
  const shown = chosen === null ? none : name;
  const button = (
    <button type="button" className="choice" aria-label={`${words.common.workspace}: ${shown}`} {...rest}>
      <span>{shown}</span>
      <ChevronDown size={14} aria-hidden />
    </button>
  );
  return (
    <OnDemand button={button} opens="dialog" part={WorkspaceMenu}>
      {(opened) => <WorkspaceMenu {...opened} chosen={chosen} none={none} onPick={onPick} />}
    </OnDemand>
  );
}
