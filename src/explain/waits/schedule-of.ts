/** What holds a message that leaves later (docs/rules.md#scheduled-mail). */
import type { Step } from '../explanation.ts';
import { holds } from '../explanation-steps.ts';
import type { HoldFacts } from '../message-facts.ts';

/** Empty for other messages, and once its time has come. */
export function scheduleOf({ message }: Pick<HoldFacts, 'message'>, now: Date): readonly Step[] {
  const { state, sendAt, dueAt, recipient, createdAt, movedAt, waitsFor } = message;
  if (state !== 'scheduled' || sendAt === null) return [];
  if (recipient === null) {
    const endedBy = 'The erasure deletes the message';
    return [holds('erasure', 'erased', 'the person is being erased, and the message with them', { endedBy })];
  }
  if (dueAt <= now) return [];
  if (waitsFor !== null) {
    const fact = `its time came at ${sendAt.toISOString()}, and the address had its thirty mails of the hour`;
    return [holds('hour', 'hour_used', fact, { at: sendAt, until: dueAt })];
  }
  const since = movedAt ?? createdAt;
  const fact = `its emit says that it leaves at ${sendAt.toISOString()}`;
  return [
    holds('schedule', 'scheduled', movedAt === null ? fact : `it was moved, and leaves at ${sendAt.toISOString()}`, {
      at: since,
      until: sendAt,
    }),
  ];
}
