import { type ReactNode, useState } from 'react';
import { type WorkspaceStateFragment, WorkspaceUpdateDocument } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { useTold } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { errorFor, TextField } from '../forms/field.tsx';

const text = words.workspace;

interface EditProps {
  readonly workspace: WorkspaceStateFragment;
  readonly onClose: () => void;
}

export function EditWorkspace({ workspace, onClose }: EditProps): ReactNode {
  const { id, name, locale, timezone } = workspace;
  const [input, setInput] = useState({ name, locale, timezone });
  const act = useTold(WorkspaceUpdateDocument, { done: text.saved, after: onClose });
  const field = (key: keyof typeof input) => ({
    value: input[key],
    required: true,
    error: errorFor(act.fault, key),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setInput((now) => ({ ...now, [key]: target.value })),
  });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.edit}
      submit={words.common.save}
      busy={act.busy}
      fault={act.fault}
      onSubmit={() => act.run({ workspace: id, input })}
    >
      <TextField label={words.workspaces.name} {...field('name')} />
      <div className="pair">
        <TextField label={words.workspaces.locale} {...field('locale')} />
        <TextField label={words.workspaces.timezone} {...field('timezone')} />
      </div>
    </FormDialog>
  );
}
