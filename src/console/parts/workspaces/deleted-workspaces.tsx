/** Workspaces that were deleted in the last 30 days, and the undo of a deletion. */
import { ArchiveRestore } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  DeletedWorkspacesDocument,
  type DeletedWorkspacesQuery,
  WorkspaceRestoreDocument,
} from '../../api/operations.ts';
import { useList } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useTold } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { errorFor, TextField } from '../forms/field.tsx';
import { type Column, Rows } from '../rows.tsx';
import { Empty } from '../states.tsx';
import { When } from '../when.tsx';

const text = words.workspaces;

type Row = NonNullable<DeletedWorkspacesQuery['deletedWorkspaces']>['nodes'][number];

const columns: readonly Column<Row>[] = [
  {
    title: text.name,
    width: 'minmax(0, 2fr)',
    narrow: 'first',
    cell: ({ name, reference }) => (
      <span className="two">
        <span>{name}</span>
        {reference && <code>{reference}</code>}
      </span>
    ),
  },
  { title: text.deletedAt, width: 'minmax(7rem, 1fr)', cell: ({ deletedAt }) => <When at={deletedAt} /> },
  {
    title: text.restorableUntil,
    width: 'minmax(7rem, 1fr)',
    narrow: 'hidden',
    cell: ({ restorableUntil }) => <When at={restorableUntil} />,
  },
];

export function DeletedWorkspaces(): ReactNode {
  const { allowWide } = useScopes();
  const listing = useList(DeletedWorkspacesDocument, {}, ({ deletedWorkspaces }) => deletedWorkspaces);
  const [restoring, setRestoring] = useState<Row | null>(null);
  const action: Column<Row> = {
    title: words.common.actions,
    width: '6rem',
    align: 'end',
    cell: (row) => (
      <Button kind="quiet" onClick={() => setRestoring(row)}>
        {text.restore}
      </Button>
    ),
  };
  return (
    <>
      <Rows
        label={text.deleted}
        listing={listing}
        columns={allowWide('manage') ? [...columns, action] : columns}
        keyOf={({ id }) => id}
        empty={<Empty icon={ArchiveRestore} title={text.noDeletedTitle} hint={text.noDeletedHint} />}
      />
      {restoring && <Restore workspace={restoring} onClose={() => setRestoring(null)} />}
    </>
  );
}

function Restore({ workspace, onClose }: { readonly workspace: Row; readonly onClose: () => void }): ReactNode {
  const { id, name } = workspace;
  const [reference, setReference] = useState('');
  const act = useTold(WorkspaceRestoreDocument, { done: text.restored, after: onClose });
  const taken = act.fault?.code === 'reference_taken' ? act.fault.message : null;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.restoreTitle(name)}
      intro={text.restoreHint}
      submit={text.restore}
      busy={act.busy}
      fault={taken === null ? act.fault : null}
      onSubmit={() => act.run({ id, reference: reference.trim() || null })}
    >
      <TextField
        label={text.restoreReference}
        hint={text.restoreReferenceHint}
        value={reference}
        error={errorFor(act.fault, 'reference') ?? taken}
        onChange={({ target }) => setReference(target.value)}
      />
    </FormDialog>
  );
}
