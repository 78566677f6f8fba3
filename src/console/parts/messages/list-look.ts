/** How this browser shows the list of messages: its columns and the height of its rows. */
import { useSyncExternalStore } from 'react';

/** Columns that a reader may leave out; the recipient and the state are always there. */
export const optionalColumns = ['subject', 'eventType', 'workspace', 'key', 'sent'] as const;
export type OptionalColumn = (typeof optionalColumns)[number];

export interface ListLook {
  readonly columns: readonly OptionalColumn[];
  /** `close`: rows of 36 pixels. */
  readonly rows: 'close' | 'roomy';
}

const storageKey = 'tidings-message-list';
/** The subject says what the name of the event type does, and addresses need its room. */
const usual: ListLook = { columns: ['subject', 'workspace', 'sent'], rows: 'close' };

let look = read();
const listeners = new Set<() => void>();

export function useListLook(): ListLook {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => look,
  );
}

export function keepListLook(change: Partial<ListLook>): void {
  look = { ...look, ...change };
  localStorage.setItem(storageKey, JSON.stringify(look));
  for (const listener of listeners) listener();
}

function read(): ListLook {
  try {
    const { columns, rows } = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<ListLook>;
    return {
      columns: Array.isArray(columns) ? optionalColumns.filter((name) => columns.includes(name)) : usual.columns,
      rows: rows === 'roomy' ? 'roomy' : 'close',
    };
  } catch {
    return usual;
  }
}
