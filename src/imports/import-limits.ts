/** How much an import may be and hold (docs/rules.md#imports). */
import { hour } from '../ground/time/durations.ts';

const mebibyte = 1_048_576;

/** Bytes of one file. */
export const fileMax = 512 * mebibyte;
/** Bytes of a file that are stored in one row, and that one append may have. */
export const chunkMax = mebibyte;
/** Bytes of one row of a file; the values of a contact take at most a quarter. */
export const rowMax = 256 * 1_024;
/** Columns of a CSV file: as many as attributes and fields together can use, and some. */
export const columnsMax = 1_200;
/** Imports of a platform that have not ended. */
export const openMax = 5;
/** Rejected rows of one import whose line and reason are kept: the first. */
export const faultsKept = 1_000;
/** Rows, and bytes of them, that are written in one transaction. */
export const sliceRows = 1_000;
export const sliceBytes = mebibyte;
/** How long a file waits for its next bytes; milliseconds. */
export const uploadPatience = hour;
/** Turns without a written row after which an import fails. */
export const triesMax = 20;
