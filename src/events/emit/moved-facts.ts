/** The numbers of an emit, or of a mail sent again, whose facts changed until its write (docs/rules.md#writes-of-emits). */
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../ground/errors/errors.ts';

/** Tries of one alone before its request is rejected. */
export const triesMax = 10;
/** Longest pause before the next try, for each try before it; milliseconds. */
const pauseAfterTry = 5;
/** Seconds until a retry when the facts changed each time. */
const movedRetryAfter = 1;

/** Waits before the next try. The pause is random, so that two do not collide again. */
export async function pauseAfter(tries: number): Promise<void> {
  await sleep(Math.random() * tries * pauseAfterTry);
}

/** The refusal when the facts changed each time. `subject`: begins a sentence. */
export function keptChanging(subject: string): DomainError {
  return new DomainError('unavailable', `${subject} kept changing meanwhile. Send it again.`, {
    retryAfter: movedRetryAfter,
  });
}
