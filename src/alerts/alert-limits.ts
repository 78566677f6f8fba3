/** When somebody is told of a failing endpoint, and how often that is tried (docs/rules.md#alerts-of-an-endpoint). */
import { minute } from '../ground/time/durations.ts';

/** Days of failures alone, from the first failed attempt to the latest one. */
export const daysToTell = 1;
export const daysToDisable = 5;
/** Attempts at one mail, and the time between two; milliseconds. */
export const triesMax = 8;
/** Longer than a mail may be on its way (src/transport/smtp/smtp-time-limits.ts): no second try begins beside the first. */
export const triesApart = 75 * minute;
/** From one sweep of a process to its next one, which reads every endpoint; milliseconds. */
export const sweepApart = minute;
/** Mails that one sweep begins, and mails of a process that are under way at once. */
export const mailsASweep = 10;
export const mailsUnderWay = 50;
/** Time that a sweep waits for its mails, which go on after it; milliseconds. */
export const sweepPatience = 5_000;
