/** The questions before a message is sent again or cancelled. */
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { MessageCancelDocument, MessageResendDocument } from '../../api/operations.ts';
import { words } from '../../words.ts';
import { useTold } from '../dialogs/act-dialog.ts';
import { Confirm } from '../dialogs/dialog.tsx';
import { useToast } from '../dialogs/toasts.tsx';

const text = words.message;

interface OfMessage {
  readonly workspace: string;
  readonly id: string;
  readonly onClose: () => void;
}

export function CancelMessage({ onClose, ...ids }: OfMessage): ReactNode {
  const cancel = useTold(MessageCancelDocument, { done: text.cancelled, after: onClose });
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.cancelTitle}
      hint={text.cancelHint}
      action={text.cancel}
      busy={cancel.busy}
      fault={cancel.fault}
      onConfirm={() => cancel.run(ids)}
    />
  );
}

/** The content goes once more, and the page of the new message opens. */
export function ResendMessage({ onClose, ...ids }: OfMessage): ReactNode {
  const toast = useToast();
  const navigate = useNavigate();
  const resend = useTold(MessageResendDocument, {
    after: ({ messageResend }) => {
      onClose();
      toast(messageResend?.created ? text.resent : text.alreadyResent);
      const made = messageResend?.message;
      if (made) void navigate({ to: '/messages/$message', params: { message: made.id } });
    },
  });
  return (
    <Confirm
      open
      onClose={onClose}
      title={text.resendTitle}
      hint={text.resendHint}
      action={text.resend}
      danger={false}
      busy={resend.busy}
      fault={resend.fault}
      onConfirm={() => resend.run(ids)}
    />
  );
}
