import type { MessageAttempt } from '../../prisma/generated/client.ts';
import type { Cause } from './explanation.ts';

/** Servers say it in one of these ways (docs/rules.md#message-explanation). */
const greylisting = /gr[ae]y.?list/i;

/** Why a temporary failure makes the message wait. */
export function causeOfWait({ reply, replyCode }: MessageAttempt): Cause {
  if (replyCode === null) return 'server_unreachable';
  return greylisting.test(reply ?? '') ? 'greylisted' : 'waiting_for_retry';
}

/** Such as `attempt 2 at mx1.example.com was answered 451 4.7.1 Try again later`. Replies are stored without addresses. */
export function wordsOfAttempt({ number, exchanger, replyCode, enhancedCode, reply }: MessageAttempt): string {
  const where = `attempt ${number}${exchanger === null ? '' : ` at ${exchanger}`}`;
  if (replyCode === null) return `${where} reached no server${reply === null ? '' : `: ${reply}`}`;
  const codes = [replyCode, enhancedCode].filter((code) => code !== null).join(' ');
  // The replies of most servers begin with the codes.
  if (reply?.startsWith(codes)) return `${where} was answered ${reply}`;
  return `${where} was answered ${codes}${reply === null ? '' : `: ${reply}`}`;
}
