/**
 * The workspace whose rows a list shows, in the address bar. Without one, lists of the whole platform show all
 * workspaces, and the others the active one with the latest emit, or else the newest.
 */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  LatestWorkspaceDocument,
  type NamedWorkspaceFragment,
  NewestWorkspaceDocument,
  WorkspaceNameDocument,
} from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { words } from '../../words.ts';
import { Answer, Empty, Skeleton } from '../states.tsx';
import { WorkspaceChoice } from './workspace-choice.tsx';

interface InWorkspaceProps {
  /** `workspace` is an id, or a reference as `ref:shop`. */
  readonly children: (workspace: string, picker: ReactNode) => ReactNode;
}

interface InAnyWorkspaceProps {
  /** `workspace`: null for all. */
  readonly children: (workspace: string | null, picker: ReactNode) => ReactNode;
}

interface Place {
  readonly workspace?: string;
  /** `yes`: all workspaces, while the other pages stay with the one in the address bar. */
  readonly all?: string;
}

/** Calls `children` with the picked workspace and the control that picks another. */
export function InWorkspace({ children }: InWorkspaceProps): ReactNode {
  const { workspace } = useSearch({ strict: false }) as Place;
  const reading = useAsk(NewestWorkspaceDocument, {}, { enabled: workspace === undefined });
  const latest = useAsk(LatestWorkspaceDocument, {}, { enabled: workspace === undefined });
  // Rejected where there are too many workspaces: then the newest is shown.
  const isKnown = latest.data !== undefined || latest.fault !== null;
  const busiest = latest.data?.workspaces?.nodes[0];
  const newest = isKnown ? (busiest ?? reading.data?.active?.nodes[0] ?? reading.data?.any?.nodes[0]) : undefined;
  const shown = workspace ?? newest?.id;
  if (shown === undefined) {
    return (
      <Answer reading={reading} lines={6}>
        {() => (isKnown ? <NoWorkspace /> : <Skeleton lines={6} />)}
      </Answer>
    );
  }
  // Nobody chose it, so it is said that it is one of several.
  const isOneOfSeveral = workspace === undefined && (reading.data?.active?.nodes.length ?? 0) > 1;
  return (
    <>
      {isOneOfSeveral && newest && (
        <p className="hint">{words.common[busiest ? 'latestWorkspace' : 'newestWorkspace'](newest.name)}</p>
      )}
      {children(shown, <Picker shown={shown} known={newest} />)}
    </>
  );
}

/** The same for a list that can show all workspaces, and does unless the address bar names one. */
export function InAnyWorkspace({ children }: InAnyWorkspaceProps): ReactNode {
  const { workspace, all } = useSearch({ strict: false }) as Place;
  const shown = all === undefined ? (workspace ?? null) : null;
  return children(shown, <Picker shown={shown} offersAll />);
}

interface PickerProps {
  /** Null: all. */
  readonly shown: string | null;
  readonly known?: NamedWorkspaceFragment | undefined;
  readonly offersAll?: boolean;
}

function Picker({ shown, known, offersAll = false }: PickerProps): ReactNode {
  const navigate = useNavigate();
  const [picked, setPicked] = useState(known);
  const { data, isFetching } = useAsk(
    WorkspaceNameDocument,
    { workspace: shown ?? '' },
    { enabled: shown !== null && picked?.id !== shown },
  );
  const workspace = picked?.id === shown ? picked : data?.workspace;
  const go = (change: { readonly all: string | undefined; readonly workspace?: string }) =>
    void navigate({ to: '.', search: (now: object) => ({ ...now, ...change }) });
  return (
    <div className="filter" data-set>
      <span aria-hidden>{words.common.workspace}</span>
      <WorkspaceChoice
        chosen={shown === null ? null : (workspace?.id ?? shown)}
        // A link may name a workspace that does not exist.
        name={workspace?.name ?? (isFetching ? '…' : (shown ?? ''))}
        {...(offersAll ? { none: words.common.allWorkspaces } : {})}
        onPick={(choice) => {
          if (choice === null) return go({ all: 'yes' });
          setPicked(choice);
          go({ all: undefined, workspace: choice.id });
        }}
      />
    </div>
  );
}

function NoWorkspace(): ReactNode {
  return (
    <Empty icon={Building2} title={words.common.noWorkspaceTitle} hint={words.common.noWorkspaceHint}>
      <Link className="button primary" to="/workspaces">
        {words.common.toWorkspaces}
      </Link>
    </Empty>
  );
}
