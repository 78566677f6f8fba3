/** How long an export may take and how much of it is in hand (docs/rules.md#exports). */
import type { TimeLimits } from '../db/connections/time-limits.ts';
import { minute } from '../ground/time/durations.ts';

/** How long the link of an export can be opened. */
export const linkTime = 10 * minute;
/** How long one snapshot is held: PostgreSQL keeps every row that it shows for so long. */
export const exportTime = 10 * minute;
/** Rows that are read at once, and the characters of their own values. */
export const pageRows = 1_000;
export const pageChars = 1_048_576;
/** Exports at once in a process; of one platform half of them. */
export const exportsAtOnce = 2;

/** A client that reads nothing is cut before PostgreSQL ends the transaction (src/http/downloads/send-download.ts). */
export const exportLimits: TimeLimits = { statement: 15_000, lock: 3_000, idle: 2 * minute };
