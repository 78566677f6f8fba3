/**
 * Bounds the reads that a process executes at once (docs/rules.md#reads-in-hand). A page may hold a quarter of a megabyte
 * and is read in several statements. Hundreds of requests would each have the rows of their first statement in memory
 * while they wait for the second, and all their rows would arrive in the same rounds of the event loop.
 */
import { createRequestRoom, type RequestRoom } from './request-room.ts';

/** Reads at once beside the connections: the half of one platform is then more than the connections it may hold. */
const beside = 4;
/** How long a read waits for its turn, and how many of one platform wait: as for a connection of the database. */
const waitMs = 30_000;
const waiters = 1_000;

/** Sizes of reads in the room: an object, a page of REST, and so much of the cost of a query. */
export const sizeOfObject = 1;
export const sizeOfPage = 2;
const costOfSize = 40;

/** `connections`: of the process to the database. */
export function createReadRoom(connections: number): RequestRoom {
  return createRequestRoom(connections + beside, { waitMs, waiters });
}

/** `cost`: of a query, in fields (docs/rules.md#graphql-cost). */
export function sizeOfQuery(cost: number): number {
  return Math.max(sizeOfObject, Math.ceil(cost / costOfSize));
}
