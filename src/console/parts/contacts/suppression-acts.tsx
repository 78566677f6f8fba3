/** Suppressing an address and lifting a suppression by hand, with a note. */
import { type ReactNode, useState } from 'react';
import { AddressSuppressDocument, SuppressionLiftDocument } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { useTold } from '../dialogs/act-dialog.ts';
import { Confirm, FormDialog } from '../dialogs/dialog.tsx';
import { errorFor, TextField } from '../forms/field.tsx';

const text = words.people;

/** Characters of a note that the service accepts. */
const noteMax = 1_000;

interface LiftDialogProps {
  readonly workspace: string;
  readonly id: string;
  readonly email: string | null;
  readonly onClose: () => void;
}

export function LiftDialog({ workspace, id, email, onClose }: LiftDialogProps): ReactNode {
  const [note, setNote] = useState('');
  const lift = useTold(SuppressionLiftDocument, { done: text.lifted, after: onClose });
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.liftTitle(email ?? text.erasedAddress)}
      hint={text.liftHint}
      action={text.lift}
      busy={lift.busy}
      fault={lift.fault}
      onConfirm={() => lift.run({ workspace, id, note: note.trim() || null })}
    >
      <Note value={note} onChange={setNote} />
    </Confirm>
  );
}

interface SuppressDialogProps {
  readonly workspace: string;
  /** The address; without one the reader types it. */
  readonly email?: string;
  readonly onClose: () => void;
}

export function SuppressDialog({ workspace, email, onClose }: SuppressDialogProps): ReactNode {
  const [typed, setTyped] = useState('');
  const [note, setNote] = useState('');
  const suppress = useTold(AddressSuppressDocument, { done: text.suppressed, after: onClose });
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.suppressTitle}
      intro={email ? text.suppressOne(email) : text.suppressIntro}
      submit={text.suppressHere}
      busy={suppress.busy}
      fault={suppress.fault}
      onSubmit={() => suppress.run({ workspace, email: email ?? typed.trim(), note: note.trim() || null })}
    >
      {email === undefined && (
        <TextField
          label={text.address}
          type="email"
          required
          value={typed}
          error={errorFor(suppress.fault, 'email')}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <Note value={note} onChange={setNote} error={errorFor(suppress.fault, 'note')} />
    </FormDialog>
  );
}

interface NoteProps {
  readonly value: string;
  readonly onChange: (note: string) => void;
  readonly error?: string | null;
}

function Note({ value, onChange, error = null }: NoteProps): ReactNode {
  return (
    <TextField
      label={text.note}
      hint={text.noteHint}
      maxLength={noteMax}
      value={value}
      error={error}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
