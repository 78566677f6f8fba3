/** Short notes that something was done, or was not. */
import { createContext, type ReactNode, use, useCallback, useState } from 'react';
import { lazyPart } from '../lazy/lazy-part.tsx';
import type { Note } from './toast-shelf.tsx';

const ToastShelf = lazyPart(() => import('./toast-shelf.tsx').then((file) => file.ToastShelf), {
  isSoon: true,
  waiting: null,
  without: null,
});

const ToastContext = createContext<(text: string) => void>(() => undefined);

/** Returns the function that shows a note. */
export function useToast(): (text: string) => void {
  return use(ToastContext);
}

export function Toasts({ children }: { readonly children: ReactNode }): ReactNode {
  /** Null: none was ever shown. */
  const [notes, setNotes] = useState<readonly Note[] | null>(null);
  const show = useCallback(
    (text: string) => setNotes((shown) => [...(shown ?? []).slice(-2), { id: Date.now(), text }]),
    [],
  );
  const remove = (id: number) => setNotes((shown) => shown?.filter((note) => note.id !== id) ?? null);
  return (
    <ToastContext value={show}>
      {children}
      {notes && <ToastShelf notes={notes} onGone={remove} />}
    </ToastContext>
  );
}
