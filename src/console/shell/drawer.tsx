/** The navigation of a narrow screen, over the page. */
import * as Dialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useOpener } from '../parts/dialogs/use-opener.ts';
import { words } from '../words.ts';

const nav = words.nav;

interface DrawerProps {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly children: ReactNode;
}

export function Drawer({ isOpen, setOpen, children }: DrawerProps): ReactNode {
  const opener = useOpener();
  return (
    <Dialog.Root open={isOpen} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Overlay className="overlay" />
        <Dialog.Content className="drawer" aria-describedby={undefined} {...opener}>
          <Dialog.Title className="unseen">{nav.label}</Dialog.Title>
          {children}
          <Dialog.Close className="dialog-close" aria-label={nav.close}>
            <X size={16} aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
