/** Short notes that something was done, or was not. */

import * as Toast from '@radix-ui/react-toast';
import { X } from 'lucide-react';
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { words } from '../../words.ts';

/** Milliseconds. */
const shownFor = 5_000;

interface Note {
  readonly id: number;
  readonly text: string;
}

const ToastContext = createContext<(text: string) => void>(() => undefined);

/** Returns the function that shows a note. */
export function useToast(): (text: string) => void {
  return use(ToastContext);
}

export function Toasts({ children }: { readonly children: ReactNode }): ReactNode {
  const [notes, setNotes] = useState<readonly Note[]>([]);
  const show = useCallback((text: string) => setNotes((shown) => [...shown.slice(-2), { id: Date.now(), text }]), []);
  return (
    <ToastContext value={show}>
      <Toast.Provider duration={shownFor}>
        {children}
        {notes.map(({ id, text }) => (
          <Toast.Root
            key={id}
            className="toast"
            onOpenChange={(open) => !open && setNotes((shown) => shown.filter((note) => note.id !== id))}
          >
            <Toast.Title>{text}</Toast.Title>
            <Toast.Close aria-label={words.common.close}>
              <X size={14} aria-hidden />
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="toasts" />
      </Toast.Provider>
    </ToastContext>
  );
}
