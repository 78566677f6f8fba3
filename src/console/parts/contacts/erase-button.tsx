/** Erases a person in one workspace, after the address was typed. */
import { UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { PersonEraseDocument, type PersonEraseInput } from '../../api/operations.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useOpen, useTold } from '../dialogs/act-dialog.ts';
import { Confirm } from '../dialogs/dialog.tsx';

const text = words.person;

interface Erasing {
  readonly workspace: string;
  readonly person: PersonEraseInput;
  readonly email: string;
  /** What goes and what stays. */
  readonly hint: string;
}

interface EraseButtonProps extends Erasing {
  readonly onErased?: () => void;
  readonly children: string;
}

export function EraseButton({ onErased, children, ...erasing }: EraseButtonProps): ReactNode {
  const { allow } = useScopes();
  const asking = useOpen();
  if (!allow('people', 'send')) return null;
  return (
    <>
      <Button icon={UserX} onClick={asking.show}>
        {children}
      </Button>
      {asking.open && <EraseDialog {...erasing} onErased={onErased} onClose={asking.hide} />}
    </>
  );
}

interface EraseDialogProps extends Erasing {
  readonly onErased?: (() => void) | undefined;
  readonly onClose: () => void;
}

export function EraseDialog({ workspace, person, email, hint, onErased, onClose }: EraseDialogProps): ReactNode {
  const erase = useTold(PersonEraseDocument, {
    done: text.eraseToast,
    after: () => {
      onClose();
      onErased?.();
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.eraseTitle}
      hint={hint}
      action={text.erase}
      typed={email}
      busy={erase.busy}
      fault={erase.fault}
      onConfirm={() => erase.run({ workspace, input: person })}
    />
  );
}
