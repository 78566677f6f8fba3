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

interface EraseButtonProps {
  readonly workspace: string;
  readonly person: PersonEraseInput;
  readonly email: string;
  /** What goes and what stays. */
  readonly hint: string;
  readonly onErased?: () => void;
  readonly children: string;
}

export function EraseButton({ workspace, person, email, hint, onErased, children }: EraseButtonProps): ReactNode {
  const { allow } = useScopes();
  const asking = useOpen();
  const erase = useTold(PersonEraseDocument, {
    done: text.eraseToast,
    after: () => {
      asking.hide();
      onErased?.();
    },
  });
  if (!allow('people', 'send')) return null;
  return (
    <>
      <Button icon={UserX} onClick={asking.show}>
        {children}
      </Button>
      <Confirm
        open={asking.open}
        onClose={() => {
          asking.hide();
          erase.reset();
        }}
        title={text.eraseTitle}
        hint={hint}
        action={text.erase}
        typed={email}
        busy={erase.busy}
        fault={erase.fault}
        onConfirm={() => erase.run({ workspace, input: person })}
      />
    </>
  );
}
