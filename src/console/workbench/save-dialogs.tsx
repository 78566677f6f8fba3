/** What a save may meet: a newer version, or translations of an earlier text. */
import * as AlertDialog from '@radix-ui/react-alert-dialog';
import type { ReactNode } from 'react';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/dialog.tsx';
import { words } from '../words.ts';

const text = words.template;

interface ConflictProps {
  /** The version that the draft began from, and the one that is live. */
  readonly base: number;
  readonly current: number;
  readonly onOver: () => void;
  readonly onTheirs: () => void;
  readonly onKeep: () => void;
}

export function ConflictDialog({ base, current, onOver, onTheirs, onKeep }: ConflictProps): ReactNode {
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && onKeep()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="overlay" />
        <AlertDialog.Content className="dialog">
          <AlertDialog.Title>{text.conflictTitle}</AlertDialog.Title>
          <AlertDialog.Description>{text.conflictHint(base, current)}</AlertDialog.Description>
          <footer>
            <Button kind="quiet" onClick={onTheirs}>
              {text.conflictTheirs}
            </Button>
            <AlertDialog.Cancel asChild>
              <Button>{text.conflictKeep}</Button>
            </AlertDialog.Cancel>
            <Button kind="primary" onClick={onOver}>
              {text.conflictOver}
            </Button>
          </footer>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

interface OutdatedProps {
  readonly messages: readonly string[];
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onSave: () => void;
}

export function OutdatedDialog({ messages, busy, onClose, onSave }: OutdatedProps): ReactNode {
  return (
    <Confirm
      open
      danger={false}
      onClose={onClose}
      title={text.outdatedTitle}
      hint={text.outdatedHint}
      action={text.saveAnyway}
      busy={busy}
      onConfirm={onSave}
    >
      <ul className="faults">
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Confirm>
  );
}
