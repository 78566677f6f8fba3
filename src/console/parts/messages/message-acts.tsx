/** What can be done about a message: send it again, cancel it, or move it to another time. */
import { Ban, Send } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useMayLift } from '../contacts/may-lift.ts';
import { useOpen } from '../dialogs/act-dialog.ts';
import { CancelMessage, ResendMessage } from './message-dialogs.tsx';
import { isCancellable, type ShownMessage, whyNotResendable } from './message-facts.ts';
import { MessageMove } from './message-move.tsx';

const text = words.message;

export function MessageActs({ message }: { readonly message: ShownMessage }): ReactNode {
  const { workspace, state, sendAt } = message;
  const { allow } = useScopes();
  const mayLift = useMayLift();
  if (!workspace) return null;
  const ids = { workspace: workspace.id, id: message.id };
  const whyNot = allow('resend') ? whyNotResendable(message, mayLift) : undefined;
  // As its mutations need: a key that only emits may not undo, and one that only manages may not send.
  const mayUndo = allow('send', 'manage');
  return (
    <>
      {mayUndo && state === 'scheduled' && sendAt && <MessageMove {...ids} sendAt={sendAt} />}
      {mayUndo && isCancellable(state) && <Cancel {...ids} />}
      {/* The content goes once more, and the page then links to where it went. */}
      {whyNot === null ? <Resend {...ids} /> : whyNot !== undefined && <NoResend why={text.notResendable[whyNot]} />}
    </>
  );
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
