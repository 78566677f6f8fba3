/** The workspace whose rows a list shows, in the address bar. Without one the newest that is active is shown. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { WorkspacesDocument } from '../api/operations.ts';
import { useAsk } from '../api/use-ask.ts';
import { words } from '../words.ts';
import { Answer, Empty } from './states.tsx';

export interface PickedWorkspace {
  readonly id: string;
  readonly name: string;
}

interface InWorkspaceProps {
  readonly children: (workspace: PickedWorkspace, picker: ReactNode) => ReactNode;
  /** Offers all workspaces as well; `all=yes` in the address bar picks them. */
  readonly offersAll?: boolean;
}

/** The value of the option for all workspaces, which no id has. */
const allOption = '*';

/** Calls `children` with the picked workspace and the control that picks another. */
export function InWorkspace({ children, offersAll = false }: InWorkspaceProps): ReactNode {
  const { workspace, all } = useSearch({ strict: false }) as { readonly workspace?: string; readonly all?: string };
  const navigate = useNavigate();
  const reading = useAsk(WorkspacesDocument, {});
  return (
    <Answer reading={reading} lines={6}>
      {({ workspaces }) => {
        const known = workspaces?.nodes ?? [];
        const newest = known.find(({ status }) => status === 'active') ?? known[0];
        if (newest === undefined) return <NoWorkspace />;
        const picked = known.find(({ id, reference }) => id === workspace || `ref:${reference}` === workspace);
        // A platform may have more workspaces than the control lists.
        const shown = picked ?? (workspace ? { id: workspace, name: workspace } : newest);
        const options = picked || !workspace ? known : [shown, ...known];
        const picker = (
          <label className="filter" data-set>
            <span>{words.common.workspace}</span>
            <select
              value={offersAll && all ? allOption : shown.id}
              onChange={({ target: { value } }) =>
                void navigate({
                  to: '.',
                  search: (now: object) =>
                    value === allOption ? { ...now, all: 'yes' } : { ...now, all: undefined, workspace: value },
                })
              }
            >
              {offersAll && <option value={allOption}>{words.common.allWorkspaces}</option>}
              {options.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        );
        return children({ id: shown.id, name: shown.name }, picker);
      }}
    </Answer>
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
