import type { MessageAttempt } from '../../prisma/generated/client.ts';
import { isOwnReply } from '../transport/mx/own-reply.ts';

/** Whether a mail server answered an attempt (docs/rules.md#mail-exchangers). */
export function wasAnswered(attempt: Pick<MessageAttempt, 'transport' | 'exchanger' | 'reply'>): boolean {
  return attempt.reply !== null && !isOwnReply(attempt);
}
