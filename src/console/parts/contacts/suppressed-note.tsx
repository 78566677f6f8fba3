/** That an address is suppressed: why, since when, by whom, and the way to lift it. */
import { Link } from '@tanstack/react-router';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { BouncedBeforeDocument, type BounceKind, type SuppressionFactsFragment } from '../../api/operations.ts';
import { useAsk } from '../../api/use-ask.ts';
import { useScopes } from '../../api/use-scopes.ts';
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
        <BouncedMail suppression={suppression} email={email} />
        {workspace && mayLift && <p className="hint">{text.liftDoes}</p>}
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

/** The mail whose bounce suppressed the address, with the words of the server. */
function BouncedMail({
  suppression: { reason, createdAt },
  email,
}: Pick<SuppressedNoteProps, 'suppression' | 'email'>): ReactNode {
  const isAllowed = useScopes().allow('read', 'people');
  const bounce = bounces[reason] ?? null;
  const { data } = useAsk(
    BouncedBeforeDocument,
    { email, bounce: bounce ?? 'hard', until: createdAt },
    { enabled: isAllowed && bounce !== null },
  );
  const found = data?.messages?.nodes[0];
  if (!found) return null;
  const reply = found.reports.at(-1)?.reply ?? found.attempts.at(-1)?.reply;
  return (
    <p>
      <Link to="/messages/$message" params={{ message: found.id }}>
        {text.bouncedMail}
      </Link>
      {reply && `: ${reply}`}
    </p>
  );
}

const bounces: Readonly<Partial<Record<SuppressionFactsFragment['reason'], BounceKind>>> = {
  hard_bounce: 'hard',
  soft_bounces: 'soft',
};

/** Who suppressed an address by hand; null for the other causes. */
export function useSuppressor(): (suppression: Pick<SuppressionFactsFragment, 'reason' | 'byKeyId'>) => string | null {
  const keyName = useKeyNames();
  return ({ reason, byKeyId }) => {
    if (reason !== 'manual') return null;
    return byKeyId ? text.byKey(keyName(byKeyId)) : text.byOperator;
  };
}
