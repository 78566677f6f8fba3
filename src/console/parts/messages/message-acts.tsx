/** What can be done about a message: send it again, cancel it, or move it to another time. */
import { Ban, Send } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useMayLift } from '../contacts/suppressed-note.tsx';
import { useOpen } from '../dialogs/act-dialog.ts';
import { CancelMessage, ResendMessage } from './message-dialogs.tsx';
import { isCancellable, isResendable, type ShownMessage } from './message-facts.ts';
import { MessageMove } from './message-move.tsx';

const text = words.message;

export function MessageActs({ message }: { readonly message: ShownMessage }): ReactNode {
  const { workspace, state, sendAt } = message;
  const { allow } = useScopes();
  const mayLift = useMayLift();
  // As its mutations need: a key that only emits may not undo, and one that only manages may not send.
  if (!workspace || !allow('send', 'manage')) return null;
  const ids = { workspace: workspace.id, id: message.id };
  const whyNot = whyNotResendable(message, mayLift);
  return (
    <>
      {state === 'scheduled' && sendAt && <MessageMove {...ids} sendAt={sendAt} />}
      {isCancellable(state) && <Cancel {...ids} />}
      {/* The content goes once more, and the page then links to where it went. */}
      {whyNot === null ? <Resend {...ids} /> : whyNot !== undefined && <NoResend why={text.notResendable[whyNot]} />}
    </>
  );
}

/** Null: it can be sent again. Undefined: it may still leave by itself, so nobody looks for it. */
function whyNotResendable(
  { state, resends, suppression }: ShownMessage,
  mayLift: ReturnType<typeof useMayLift>,
): keyof typeof text.notResendable | null | undefined {
  if (isCancellable(state) || state === 'sending') return undefined;
  if (resends.length > 0) return 'again';
  if (!isResendable(state)) return 'accepted';
  if (!suppression) return null;
  return mayLift(suppression) ? 'suppressed' : 'suppressedStays';
}

function NoResend({ why }: { readonly why: string }): ReactNode {
  const id = useId();
  return (
    <span className="act-missing">
      <Button icon={Send} disabled aria-describedby={id}>
        {text.resend}
      </Button>
      <span className="hint" id={id}>
        {why}
      </span>
    </span>
  );
}

interface Ids {
  readonly workspace: string;
  readonly id: string;
}

function Cancel(ids: Ids): ReactNode {
  const asking = useOpen();
  return (
    <>
      <Button icon={Ban} onClick={asking.show}>
        {text.cancel}
      </Button>
      {asking.open && <CancelMessage {...ids} onClose={asking.hide} />}
    </>
  );
}

function Resend(ids: Ids): ReactNode {
  const asking = useOpen();
  return (
    <>
      <Button icon={Send} onClick={asking.show}>
        {text.resend}
      </Button>
      {asking.open && <ResendMessage {...ids} onClose={asking.hide} />}
    </>
  );
}
