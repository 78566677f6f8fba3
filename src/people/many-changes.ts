/**
 * What a link of one mail may leave behind when it is used again and again (docs/rules.md#many-changes-of-mind,
 * docs/rules.md#what-one-mail-allows).
 */
import { hour } from '../ground/time/durations.ts';

/** Changes of one person within an hour that each have an entry in the history and webhooks of their own. */
export const plainChanges = 9;
/** The time in which they are counted; milliseconds. */
export const changesWindow = hour;
/** Later changes share one webhook for each endpoint, which is sent this long after the first of them; milliseconds. */
export const togetherTime = 5 * 60 * 1000;
/** Undone opt-outs and their undoings that the history of a contact keeps. None of them counts as an opt-out. */
export const undoneKept = 100;
