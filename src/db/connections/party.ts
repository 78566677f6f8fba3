/**
 * The party of the current work, in whose queue its connections wait. Follows asynchronous calls, so that Prisma's
 * reads count like raw SQL.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Span } from '../../ground/traces/traces.ts';
import type { Party } from './connection-room.ts';

/** The request whose work this is, by ids alone: for lines of the log and for traces. */
export interface CurrentRequest {
  readonly requestId: string;
  /** Of the platform and of the API key, once they are known. */
  readonly facts: { readonly platform: string | null; readonly key: string | null };
  readonly span: Span;
}

const current = new AsyncLocalStorage<{ party: Party; request?: CurrentRequest }>();

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

/** Names the request of the work that `asParty` began. */
export function becomeRequest(request: CurrentRequest): void {
  const running = current.getStore();
  if (running) running.request = request;
}

/** Undefined outside of a request. */
export function currentRequest(): CurrentRequest | undefined {
  return current.getStore()?.request;
}

export function currentParty(): Party {
  return current.getStore()?.party ?? service;
}
