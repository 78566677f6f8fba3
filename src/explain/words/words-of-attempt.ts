import type { MessageAttempt } from '../../../prisma/generated/client.ts';
import { isOwnReply } from '../../transport/mx/own-reply.ts';
import type { Cause } from '../explanation.ts';

/** Servers say it in one of these ways (docs/rules.md#message-explanation). */
const greylisting = /gr[ae]y.?list/i;

/** Why a temporary failure makes the message wait. */
export function causeOfWait(attempt: MessageAttempt): Cause {
  if (attempt.replyCode === null || isOwnReply(attempt)) return 'server_unreachable';
  return greylisting.test(attempt.reply ?? '') ? 'greylisted' : 'waiting_for_retry';
}

/** The codes of the reply, such as `451 4.7.1`; null where no server replied. */
export function codeOfAttempt(attempt: MessageAttempt): string | null {
  const { replyCode, enhancedCode } = attempt;
  if (replyCode === null) return null;
  return [replyCode, enhancedCode].filter((code) => code !== null).join(' ');
}

/**
 * Such as `attempt 2 at mx1.example.com was answered 451 4.7.1 Try again later`. A server is named as the author of its
 * own replies alone. Replies are stored without addresses.
 */
export function wordsOfAttempt(attempt: MessageAttempt): string {
  const { number, exchanger, reply } = attempt;
  const codes = codeOfAttempt(attempt);
  if (codes === null) return `attempt ${number} ${withoutReply(attempt)}`;
  const text = reply?.startsWith(codes) ? reply.slice(codes.length).trim() : (reply ?? '');
  if (isOwnReply(attempt)) return `attempt ${number} reached no server: ${text} (${codes})`;
  const where = `attempt ${number}${exchanger === null ? '' : ` at ${exchanger}`}`;
  // The replies of most servers begin with the codes.
  if (reply?.startsWith(codes)) return `${where} was answered ${reply}`;
  return `${where} was answered ${codes}${text === '' ? '' : `: ${text}`}`;
}

function withoutReply({ outcome, category, exchanger, tlsVersion }: MessageAttempt): string {
  const server = exchanger ?? 'the server';
  // This service compares a mail with what the server says of itself after the greeting.
  if (outcome === 'failed') {
    const why =
      category === 'size'
        ? 'the mail is larger than the server says it takes'
        : "the recipient's address cannot be written in a command that the server takes";
    return `reached ${server}, and the mail was not offered: ${why}`;
  }
  if (tlsVersion !== null) return `reached ${server}, and the connection broke before a reply came`;
  return `had no reply from ${server}: the connection could not be opened, or broke`;
}
