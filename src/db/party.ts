/**
 * On whose behalf the current work runs: which queue its connections wait in. Follows asynchronous calls, so that
 * Prisma's reads are counted as raw SQL is. May import src/db/fair-slots alone.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Party } from './fair-slots.ts';

const current = new AsyncLocalStorage<{ party: Party }>();

/** What runs outside any request or turn: the start of the process, reports by mail. */
const service: Party = { kind: 'work', name: 'service' };

export function asParty<Result>(party: Party, work: () => Result): Result {
  return current.run({ party }, work);
}

/** From now on the work that `asParty` began runs on behalf of `party`: a request whose key has just been read. */
export function becomeParty(party: Party): void {
  const running = current.getStore();
  if (running) running.party = party;
}

export function currentParty(): Party {
  return current.getStore()?.party ?? service;
}
