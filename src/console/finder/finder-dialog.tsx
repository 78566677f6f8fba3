/** The dialog of the search (finder.tsx). */
import * as Dialog from '@radix-ui/react-dialog';
import type { ReactNode, RefObject } from 'react';
import type { Viewer } from '../api/viewer.ts';
import { useOpener } from '../parts/dialogs/use-opener.ts';
import { words } from '../words.ts';
import type { Going } from './entry.ts';
import { FinderList } from './finder-list.tsx';

interface FinderDialogProps {
  readonly viewer: Viewer;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Whether a picked line leads away from what had the focus. */
  readonly hasLeft: RefObject<boolean>;
  readonly onPick: (going: Going) => void;
}

export function FinderDialog({ viewer, isOpen, setOpen, hasLeft, onPick }: FinderDialogProps): ReactNode {
  const opener = useOpener();
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content
          className="dialog finder"
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            hasLeft.current = false;
            opener.onOpenAutoFocus();
          }}
          onCloseAutoFocus={(event) => {
            if (!hasLeft.current) return opener.onCloseAutoFocus(event);
            // Another page is there.
            event.preventDefault();
            document.getElementById('content')?.focus();
          }}
        >
          <Dialog.Title className="unseen">{words.finder.label}</Dialog.Title>
          <FinderList viewer={viewer} onPick={onPick} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
