import type { ExchangerWait } from './exchanger-wait.ts';
import type { PaceRow } from './pace-row.ts';

/** What sending and the sharing of paces between processes need of a transport that learns them. */
export interface SharedPace {
  /** Why mail waits that all these hosts could take; null: one of them takes it now. */
  waitOf(hosts: readonly string[]): ExchangerWait | null;
  takeChanges(): readonly PaceRow[];
  adopt(rows: readonly PaceRow[]): void;
  /** The addresses that mail leaves from: what was learned from others does not hold. Empty: the system chooses. */
  readonly source: string;
}

/** `addresses`: of this machine, that connections begin at. */
export function sourceOf(addresses: readonly string[]): string {
  return addresses.toSorted().join(' ');
}
