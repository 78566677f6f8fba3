/**
 * Bytes of rows that one query may hold in the thread of dear queries (docs/rules.md#bytes-of-reads): cost counts fields,
 * and one field may be half a megabyte. Those in the process: src/http/execute-here.ts.
 */
import { mebibyte } from '../body-limits.ts';

/** Beside other queries. A query that reads more is executed again when no other large one runs. */
export const readBytesBeside = 2 * mebibyte;
/** One query at a time. The largest legal response needs 16 MB of rows. */
export const readBytesMax = 20 * mebibyte;
