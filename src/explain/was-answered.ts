import { type Answer, isOwnReply } from '../transport/mx/own-reply.ts';

/** Whether a mail server answered an attempt. */
export function wasAnswered(attempt: Answer): boolean {
  return attempt.reply !== null && !isOwnReply(attempt);
}
