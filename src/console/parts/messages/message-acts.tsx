/** What can be done about a message: send it again, cancel it, or move it to another time. */
import { useNavigate } from '@tanstack/react-router';
import { Ban, Send } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { MessageCancelDocument, MessageResendDocument } from '../../api/operations.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useOpen, useTold } from '../dialogs/act-dialog.ts';
import { Confirm } from '../dialogs/dialog.tsx';
import { useToast } from '../dialogs/toasts.tsx';
import type { ShownMessage } from './message-facts.ts';
import { MessageMove } from './message-move.tsx';

const text = words.message;

const resendable: ReadonlySet<string> = new Set(['bounced', 'failed', 'expired', 'suppressed']);

export function MessageActs({ message }: { readonly message: ShownMessage }): ReactNode {
  const { workspace, state, sendAt, resends } = message;
  const { allow } = useScopes();
  if (!workspace || !allow('send', 'manage')) return null;
  const ids = { workspace: workspace.id, id: message.id };
  const whyNot = whyNotResendable(state, resends.length);
  return (
    <>
      {state === 'scheduled' && sendAt && <MessageMove {...ids} sendAt={sendAt} />}
      {(state === 'scheduled' || state === 'queued') && <Cancel {...ids} />}
      {/* The content goes once more, and the page then links to where it went. */}
      {whyNot === null ? <Resend {...ids} /> : whyNot !== undefined && <NoResend why={text.notResendable[whyNot]} />}
    </>
  );
}

/** Null: it can be sent again. Undefined: it may still leave by itself, so nobody looks for it. */
function whyNotResendable(
  state: ShownMessage['state'],
  resends: number,
): keyof typeof text.notResendable | null | undefined {
  if (state === 'scheduled' || state === 'queued' || state === 'sending') return undefined;
  if (resends > 0) return 'again';
  return resendable.has(state) ? null : 'accepted';
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
  const cancel = useTold(MessageCancelDocument, { done: text.cancelled, after: asking.hide });
  return (
    <>
      <Button icon={Ban} onClick={asking.show}>
        {text.cancel}
      </Button>
      <Confirm
        open={asking.open}
        onClose={() => {
          asking.hide();
          cancel.reset();
        }}
        title={text.cancelTitle}
        hint={text.cancelHint}
        action={text.cancel}
        busy={cancel.busy}
        fault={cancel.fault}
        onConfirm={() => cancel.run(ids)}
      />
    </>
  );
}

function Resend(ids: Ids): ReactNode {
  const asking = useOpen();
  const toast = useToast();
  const navigate = useNavigate();
  const resend = useTold(MessageResendDocument, {
    after: ({ messageResend }) => {
      asking.hide();
      toast(messageResend?.created ? text.resent : text.alreadyResent);
      const made = messageResend?.message;
      if (made) void navigate({ to: '/messages/$message', params: { message: made.id } });
    },
  });
  return (
    <>
      <Button icon={Send} onClick={asking.show}>
        {text.resend}
      </Button>
      <Confirm
        open={asking.open}
        onClose={() => {
          asking.hide();
          resend.reset();
        }}
        title={text.resendTitle}
        hint={text.resendHint}
        action={text.resend}
        danger={false}
        busy={resend.busy}
        fault={resend.fault}
        onConfirm={() => resend.run(ids)}
      />
    </>
  );
}
