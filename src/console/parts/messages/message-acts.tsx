/** What can be done about a message: send it again, or cancel it. */
import { useNavigate } from '@tanstack/react-router';
import { Ban, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { MessageCancelDocument, MessageResendDocument } from '../../api/operations.ts';
import { useScopes } from '../../api/use-scopes.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { useOpen, useTold } from '../dialogs/act-dialog.ts';
import { Confirm } from '../dialogs/dialog.tsx';
import { useToast } from '../dialogs/toasts.tsx';
import type { ShownMessage } from './message-facts.ts';

const text = words.message;

const resendable: ReadonlySet<string> = new Set(['bounced', 'failed', 'expired', 'suppressed']);

export function MessageActs({ message }: { readonly message: ShownMessage }): ReactNode {
  const { workspace, state, resends } = message;
  const { allow } = useScopes();
  if (!workspace || !allow('send', 'manage')) return null;
  const ids = { workspace: workspace.id, id: message.id };
  return (
    <>
      {state === 'queued' && <Cancel {...ids} />}
      {/* The content goes once more, and the page then links to where it went. */}
      {resendable.has(state) && resends.length === 0 && <Resend {...ids} />}
    </>
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
