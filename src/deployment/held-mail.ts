/** The mark of mail that is held after a restore, in `waits_for`. */

/** Mail that waited at the restore, and mail of which an attempt was under way: it may have gone out. */
export const heldMarks = { queued: 'restored:queued', sending: 'restored:sending' } as const;

/** SQL: whether a message with this `waits_for` is held. */
export const isHeldSql = (waitsFor: string) => `${waitsFor} IN ('${heldMarks.queued}', '${heldMarks.sending}')`;

export function isHeld(waitsFor: string | null): boolean {
  return waitsFor === heldMarks.queued || waitsFor === heldMarks.sending;
}
