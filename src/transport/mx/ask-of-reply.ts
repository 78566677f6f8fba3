/**
 * What an exchanger asks of us with a refusal (docs/rules.md#exchanger-pace). Words about one sender or one recipient ask
 * nothing: other mail must not wait for them.
 */
import { parseReply } from '../replies/classify-reply.ts';
import { isClosing, type SendOutcome } from '../smtp/mail-transaction.ts';

export type Ask =
  /** No mail for a while. */
  | 'quiet'
  /** No further connection beside those that are open. */
  | 'fewer_connections'
  /** No further mail over this connection. */
  | 'fewer_mails';

/** Characters read of a reply. */
const readMaxLength = 1_000;

const ofConnections =
  /connections? (?:limit|rate)|(?:max|many|number of) [a-z -]{0,30}(?:connections|sessions)|maximum [a-z -]{0,30}(?:connections|sessions)|concurren|simultaneous/i;
const ofSessions =
  /(?:this|per|in one) (?:smtp )?(?:session|connection)|(?:many|number of) (?:messages|mails|transactions) (?:for|in|on|over|per) /i;
/** What bears on all mail of ours, in whatever a server says besides. */
const ofRate = /rate|too many|too much|limit|throttl|reputation|volume|quota|blocked|suspicio|unsolicited/i;
const ofOneSender = /dkim|dmarc|\bspf\b|authenticat|sender address|domain/i;
const ofGreylisting = /gr[ae]y.?list/i;
const laterOn = /later|again|retry|wait/i;
const ofIdling = /time-?out|timed out|idle/i;
const ofTls = /\btls\b|encrypt/i;
/** Gmail's codes for mail that is not authenticated. */
const unauthenticated = /^4\.7\.(?:2[0-7]|3\d)$/;

/** Returns what a refusal asks for; null: nothing that concerns other mail. */
export function askOf(outcome: SendOutcome): Ask | null {
  if (outcome.kind !== 'refused') return null;
  const { code, enhancedCode, text } = parseReply(outcome.reply.slice(0, readMaxLength));
  if (outcome.stage === 'open') {
    // 521: the host takes no mail of anybody (RFC 7504). 454: it cannot do TLS now (RFC 3207).
    if (code === 521 || code === 454 || ofTls.test(text)) return null;
    return ofConnections.test(text) ? 'fewer_connections' : 'quiet';
  }
  const isPolicy = enhancedCode?.startsWith('4.7.') ?? false;
  if (!isClosing(outcome.reply) && !isPolicy) return null;
  if (ofGreylisting.test(text) || unauthenticated.test(enhancedCode ?? '') || ofOneSender.test(text)) return null;
  if (ofSessions.test(text)) return 'fewer_mails';
  if (ofConnections.test(text)) return 'fewer_connections';
  if (ofIdling.test(text)) return null;
  // Most servers that greylist without the word say this to RCPT.
  const isGreylisting = outcome.stage === 'rcpt' && !isClosing(outcome.reply) && laterOn.test(text);
  return isGreylisting && !ofRate.test(text) ? null : 'quiet';
}
