/** What a dialog does when it sends: the change, the note after it, and the fault that it shows. */
import { useState } from 'react';
import type { Document } from '../../api/ask.ts';
import { type Fault, faultOf } from '../../api/fault.ts';
import { useAct } from '../../api/use-ask.ts';
import { useToast } from './toasts.tsx';

export interface Act<Variables> {
  readonly busy: boolean;
  readonly fault: Fault | null;
  readonly run: (variables: Variables) => void;
  /** Forgets the fault of the last try. */
  readonly reset: () => void;
}

interface ActOptions<Data> {
  /** A note for the reader. */
  readonly done?: string;
  readonly after?: (data: Data) => void;
  /** What is shown stays as it is. */
  readonly changesNothing?: boolean;
}

/** Runs a change and tells of it; `after` is called then. */
export function useTold<Data, Variables>(
  document: Document<Data, Variables>,
  { done, after, changesNothing = false }: ActOptions<Data> = {},
): Act<Variables> {
  const act = useAct(document, { changesNothing });
  const toast = useToast();
  return {
    busy: act.isPending,
    fault: act.error ? faultOf(act.error) : null,
    run: (variables) =>
      act.mutate(variables, {
        onSuccess: (data) => {
          if (done) toast(done);
          after?.(data);
        },
      }),
    reset: () => act.reset(),
  };
}

/** Whether a dialog is open. */
export function useOpen() {
  const [open, setOpen] = useState(false);
  return { open, show: () => setOpen(true), hide: () => setOpen(false) };
}
