import { type ReactNode, useState } from 'react';
import { WorkspaceCreateDocument } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { useTold } from '../dialogs/act-dialog.ts';
import { FormDialog } from '../dialogs/dialog.tsx';
import { errorFor, TextField } from '../forms/field.tsx';

const text = words.workspaces;

export function CreateWorkspace({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [input, setInput] = useState({ name: '', reference: '', locale: '', timezone: '' });
  const act = useTold(WorkspaceCreateDocument, { done: text.created, after: onClose });
  const isTaken = act.fault?.code === 'reference_taken';
  const field = (name: keyof typeof input) => ({
    value: input[name],
    error: errorFor(act.fault, name) ?? (name === 'reference' && isTaken ? (act.fault?.message ?? null) : null),
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setInput((now) => ({ ...now, [name]: target.value })),
  });
  const { name, reference, locale, timezone } = input;
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.create}
      intro={text.createIntro}
      submit={words.common.create}
      busy={act.busy}
      fault={isTaken ? null : act.fault}
      onSubmit={() => act.run({ input: { name, reference, locale: locale || null, timezone: timezone || null } })}
    >
      <TextField label={text.name} required {...field('name')} />
      <TextField label={text.reference} hint={text.referenceHint} required {...field('reference')} />
      <div className="pair">
        <TextField label={text.locale} placeholder="en" {...field('locale')} />
        <TextField label={text.timezone} placeholder="Europe/Lisbon" {...field('timezone')} />
      </div>
    </FormDialog>
  );
}
