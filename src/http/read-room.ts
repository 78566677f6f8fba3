/**
 * Bounds the reads that a process executes at once (docs/rules.md#reads-in-hand). A page may hold megabytes and is read in
 * several statements. Hundreds of requests would each have the rows of their first statement in memory while they wait
 * for the second.
 */
import { createRequestRoom, type RequestRoom } from './request-room.ts';

/** Reads at once beside the connections: the half of one platform is then more than the connections it may hold. */
const beside = 4;
/** How long a read waits for its turn, and how many of one platform wait: as for a connection of the database. */
const waitMs = 30_000;
const waiters = 1_000;

/** `connections`: of the process to the database. The size of every read is 1. */
export function createReadRoom(connections: number): RequestRoom {
  return createRequestRoom(connections + beside, { waitMs, waiters });
}
