/**
 * Bytes of rows that one operation may hold (docs/rules.md#bytes-of-reads): cost counts fields, and one
 * field may be half a megabyte. Those of a query in the process: src/http/reads/execute-here.ts.
 */
import { mebibyte } from '../../bodies/body-limits.ts';
import { eventBytesMax } from './event-limits.ts';

/** Beside other queries. A query that reads more is executed again when no other large one runs. */
export const readBytesBeside = 2 * mebibyte;
/** One query at a time. The largest legal response needs 16 MB of rows. */
export const readBytesMax = 20 * mebibyte;
/**
 * For the selection of a mutation, which is executed in the process: others wait while it is parsed. Twice what the body
 * of most mutations may have.
 */
export const mutationReadBytesMax = 4 * mebibyte;
/** For one event of a stream, which becomes JSON of `eventBytesMax` at most. */
export const eventReadBytesMax = 4 * eventBytesMax;
