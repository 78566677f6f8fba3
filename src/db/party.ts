/**
 * The party of the current work, in whose queue its connections wait. Follows asynchronous calls, so that Prisma's
 * reads count like raw SQL.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Party } from './connection-room.ts';

const current = new AsyncLocalStorage<{ party: Party }>();

/** Work outside of any request or turn: the start of the process, reports by mail. */
const service: Party = { kind: 'work', name: 'service' };

export function asParty<Result>(party: Party, work: () => Result): Result {
  return current.run({ party }, work);
}

/** Moves the work that `asParty` began to `party`: a request whose key has just been read. */
export function becomeParty(party: Party): void {
  const running = current.getStore();
  if (running) running.party = party;
}

export function currentParty(): Party {
  return current.getStore()?.party ?? service;
}
