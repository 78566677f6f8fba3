/**
 * Bytes of rows that one query may hold, by where it runs (docs/rules.md#bytes-of-reads): cost counts fields, and one
 * field may be half a megabyte.
 */
import { mebibyte } from '../body-limits.ts';

/** In the process, between the requests of others. A query that reads more is executed in the thread. */
export const readBytesHere = 256 * 1_024;
/** In the thread beside other queries. A query that reads more is executed again when no other large one runs. */
export const readBytesBeside = 2 * mebibyte;
/** In the thread, one query at a time. The largest legal response needs 16 MB of rows. */
export const readBytesMax = 20 * mebibyte;
