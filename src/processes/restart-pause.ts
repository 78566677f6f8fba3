/** How long the supervisor waits before it starts another process for one that has ended (docs/rules.md#processes). */

/** Milliseconds. */
const firstPause = 100;
const longestPause = 30_000;
/** A process that lived this long was in order: the pauses begin again; milliseconds. */
const longLife = 60_000;

/** `before` is the pause before the process that has ended, null for the first; `lived` is how long that process ran. */
export function restartPause(before: number | null, lived: number): number {
  return before === null || lived >= longLife ? firstPause : Math.min(2 * before, longestPause);
}
