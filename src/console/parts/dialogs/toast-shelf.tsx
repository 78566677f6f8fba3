/** The notes that are shown now (toasts.tsx). */
import * as Toast from '@radix-ui/react-toast';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../../words.ts';

export interface Note {
  readonly id: number;
  readonly text: string;
}

/** Milliseconds. */
const shownFor = 5_000;

interface ToastShelfProps {
  readonly notes: readonly Note[];
  readonly onGone: (id: number) => void;
}

export function ToastShelf({ notes, onGone }: ToastShelfProps): ReactNode {
  return (
    <Toast.Provider duration={shownFor}>
      {notes.map(({ id, text }) => (
        <Toast.Root key={id} className="toast" onOpenChange={(open) => !open && onGone(id)}>
          <Toast.Title>{text}</Toast.Title>
          <Toast.Close aria-label={words.common.close}>
            <X size={14} aria-hidden />
          </Toast.Close>
        </Toast.Root>
      ))}
      <Toast.Viewport className="toasts" />
    </Toast.Provider>
  );
}
