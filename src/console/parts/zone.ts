/**
 * The time zone in which times are shown: the reader's, or on the pages of a message and of a contact also that of its
 * workspace (docs/rules.md#console-times).
 */
import { createContext, use, useSyncExternalStore } from 'react';

type TimesOf = 'reader' | 'workspace';

const storageKey = 'tidings-times-of';

/** The zone of the workspace that a page is about; null: it is about none. */
export const PageZone = createContext<string | null>(null);

export const readerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

let timesOf: TimesOf = localStorage.getItem(storageKey) === 'workspace' ? 'workspace' : 'reader';
const listeners = new Set<() => void>();

export function keepTimesOf(choice: TimesOf): void {
  timesOf = choice;
  localStorage.setItem(storageKey, choice);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The zone in which times are shown here. */
export function useZone(): string {
  const page = use(PageZone);
  const choice = useSyncExternalStore(subscribe, () => timesOf);
  return choice === 'workspace' && page !== null ? page : readerZone;
}
