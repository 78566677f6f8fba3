/** Dialogs: a form, or a question before something that cannot be undone. */

import * as AlertDialog from '@radix-ui/react-alert-dialog';
import * as Dialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Fault } from '../../api/fault.ts';
import { words } from '../../words.ts';
import { Button } from '../button.tsx';
import { FaultNote } from '../events/fault-view.tsx';
import { useOpener } from './use-opener.ts';

interface FormDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly intro?: string;
  readonly submit: string;
  readonly busy?: boolean;
  readonly fault?: Fault | null;
  readonly wide?: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

export function FormDialog(props: FormDialogProps): ReactNode {
  const { open, onClose, title, intro, submit, busy = false, fault = null, wide = false, onSubmit, children } = props;
  const opener = useOpener();
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className="dialog"
          data-wide={wide || undefined}
          {...opener}
          {...(intro ? {} : { 'aria-describedby': undefined })}
        >
          <Dialog.Title>{title}</Dialog.Title>
          {intro && <Dialog.Description>{intro}</Dialog.Description>}
          <form onSubmit={send}>
            {fault && Object.keys(fault.errors).length === 0 && <FaultNote fault={fault} />}
            {children}
            <footer>
              <Button onClick={onClose}>{words.common.cancel}</Button>
              <Button kind="primary" type="submit" busy={busy}>
                {submit}
              </Button>
            </footer>
          </form>
          <Dialog.Close className="dialog-close" aria-label={words.common.close}>
            <X size={16} aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ShowDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly intro?: string;
  readonly children: ReactNode;
}

/** Shows something, such as a secret that no later page shows. */
export function ShowDialog({ open, onClose, title, intro, children }: ShowDialogProps): ReactNode {
  const opener = useOpener();
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="dialog" {...opener} {...(intro ? {} : { 'aria-describedby': undefined })}>
          <Dialog.Title>{title}</Dialog.Title>
          {intro && <Dialog.Description>{intro}</Dialog.Description>}
          {children}
          <footer>
            <Button kind="primary" onClick={onClose}>
              {words.common.close}
            </Button>
          </footer>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ConfirmProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly danger?: boolean;
  /** A text to type before the action is possible. */
  readonly typed?: string;
  readonly busy?: boolean;
  readonly fault?: Fault | null;
  readonly onConfirm: () => void;
  readonly children?: ReactNode;
}

export function Confirm(props: ConfirmProps): ReactNode {
  const { open, onClose, title, hint, action, danger = true, typed, busy = false, fault = null, onConfirm } = props;
  const [text, setText] = useState('');
  const opener = useOpener();
  const close = () => {
    setText('');
    onClose();
  };
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay" />
        <AlertDialog.Content className="dialog" {...opener}>
          <AlertDialog.Title>{title}</AlertDialog.Title>
          <AlertDialog.Description>{hint}</AlertDialog.Description>
          {fault && <FaultNote fault={fault} />}
          {props.children}
          {typed !== undefined && (
            <label className="field">
              <span>{words.common.typeToConfirm(typed)}</span>
              <input type="text" autoComplete="off" value={text} onChange={({ target }) => setText(target.value)} />
            </label>
          )}
          <footer>
            <AlertDialog.Cancel asChild>
              <Button>{words.common.cancel}</Button>
            </AlertDialog.Cancel>
            <Button
              kind={danger ? 'danger' : 'primary'}
              busy={busy}
              disabled={typed !== undefined && text !== typed}
              onClick={onConfirm}
            >
              {action}
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
