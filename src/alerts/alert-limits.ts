/** When somebody is told of a failing endpoint, and how often that is tried (docs/rules.md#alerts-of-an-endpoint). */
import { minute } from '../ground/time/durations.ts';

/** Days of failures alone, from the first failed attempt to the latest one. */
export const daysToTell = 1;
export const daysToDisable = 5;
/** Attempts at one mail, and the time between two; milliseconds. */
export const triesMax = 8;
export const triesApart = 30 * minute;
/** From one sweep of a process to its next one, which reads every endpoint; milliseconds. */
export const sweepApart = minute;
/** Mails of one sweep. */
export const mailsASweep = 10;
