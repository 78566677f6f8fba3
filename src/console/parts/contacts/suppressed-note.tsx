/** That an address is suppressed: why, since when, by whom, and the way to lift it. */
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SuppressionFactsFragment } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useOpen } from '../dialogs/act-dialog.ts';
import { useKeyNames } from '../platforms/use-key-names.ts';
import { At } from '../when.tsx';
import { useMayLift } from './may-lift.ts';
import { LiftDialog } from './suppression-acts.tsx';

const text = words.people;

interface SuppressedNoteProps {
  readonly suppression: SuppressionFactsFragment;
  readonly email: string;
  /** The workspace through which it is lifted; null: it cannot be lifted here. */
  readonly workspace: string | null;
}

export function SuppressedNote({ suppression, email, workspace }: SuppressedNoteProps): ReactNode {
  const { id, reason, scope, note, createdAt } = suppression;
  const lifting = useOpen();
  const by = useSuppressor()(suppression);
  const mayLift = useMayLift()(suppression);
  return (
    <div className="note suppressed-note" data-tone="warn">
      <ShieldAlert size={16} aria-hidden />
      <div>
        <p>
          <strong>{words.message.suppression}</strong>
          {`: ${[words.suppressionReasons[reason], words.suppressionScopes[scope], by].filter(Boolean).join(' · ')} · `}
          <At at={createdAt} />
        </p>
        {note && <p>{note}</p>}
      </div>
      {workspace && mayLift && (
        <Button kind="quiet" onClick={lifting.show}>
          {text.lift}
        </Button>
      )}
      {lifting.open && workspace && <LiftDialog workspace={workspace} id={id} email={email} onClose={lifting.hide} />}
    </div>
  );
}

/** Who suppressed an address by hand; null for the other causes. */
export function useSuppressor(): (suppression: Pick<SuppressionFactsFragment, 'reason' | 'byKeyId'>) => string | null {
  const keyName = useKeyNames();
  return ({ reason, byKeyId }) => {
    if (reason !== 'manual') return null;
    return byKeyId ? text.byKey(keyName(byKeyId)) : text.byOperator;
  };
}
