/** Derives a delivery result from the outcome of a session (docs/rules.md#delivery-verdicts). */

import type { SendOutcome } from '../smtp/mail-transaction.ts';
import type { SentMail } from '../smtp/smtp-pool.ts';
import type { DeliveryResult, RefusalReason } from '../transport.ts';
import { classifyReply, parseReply } from './classify-reply.ts';
import { redactReply } from './redact-reply.ts';

export interface DeliveryContext {
  readonly recipient: string;
  readonly exchanger: string | null;
  /** The side that replied: the operator's relay, or the recipient's exchanger. */
  readonly side: 'relay' | 'exchanger';
  readonly durationMs: number;
}

type Verdict = Pick<DeliveryResult, 'outcome' | 'bounce' | 'reason' | 'category' | 'mailboxFault' | 'evidence'>;

export function judgeDelivery(sent: SentMail, context: DeliveryContext): DeliveryResult {
  const text = 'reply' in sent.outcome ? sent.outcome.reply : null;
  const parsed = text === null ? null : parseReply(text);
  return {
    ...judge(sent.outcome, context),
    exchanger: context.exchanger,
    tlsVersion: sent.tlsVersion,
    replyCode: parsed?.code ?? null,
    enhancedCode: parsed?.enhancedCode ?? null,
    reply: text === null ? null : redactReply(text, context.recipient),
    durationMs: context.durationMs,
  };
}

function judge(outcome: SendOutcome, context: DeliveryContext): Verdict {
  switch (outcome.kind) {
    case 'accepted':
      return {
        outcome: outcome.reported ? 'relayed' : 'delivered',
        bounce: null,
        reason: null,
        category: null,
        mailboxFault: false,
        evidence: context.side,
      };
    case 'lost':
      return temporary('infrastructure');
    case 'unsendable':
      return failed(outcome.reason);
    case 'refused':
      return judgeRefusal(outcome, context);
  }
}

function judgeRefusal(outcome: Extract<SendOutcome, { kind: 'refused' }>, context: DeliveryContext): Verdict {
  // 521 concerns every mail: the host takes none (RFC 7504).
  const takesNone = context.side === 'exchanger' && /^521/.test(outcome.reply);
  // A rejection before MAIL concerns this service and the server: once a wrong password or a full relay is fixed, the
  // mail goes out.
  if (outcome.stage === 'open' && !takesNone) return temporary('infrastructure');
  const stage = outcome.stage === 'open' ? 'rcpt' : outcome.stage;
  const verdict = classifyReply({ ...parseReply(outcome.reply), stage });
  if (verdict.temporary) return { ...temporary(verdict.category), mailboxFault: verdict.mailboxFault };
  if (outcome.stage === 'mail' && context.side === 'relay') {
    if (/^530/.test(outcome.reply)) return temporary('infrastructure');
    return failed(verdict.category === 'size' ? 'message_too_large' : 'transport_refused');
  }
  const bounce = verdict.hard ? 'hard' : 'soft';
  const { category, mailboxFault } = verdict;
  return { outcome: 'bounced', bounce, reason: null, category, mailboxFault, evidence: context.side };
}

function temporary(category: DeliveryResult['category']): Verdict {
  return { outcome: 'temporary', bounce: null, reason: null, category, mailboxFault: false, evidence: null };
}

function failed(reason: RefusalReason): Verdict {
  const category = reason === 'message_too_large' ? 'size' : reason === 'recipient_invalid' ? 'recipient' : 'policy';
  return { outcome: 'failed', bounce: null, reason, category, mailboxFault: false, evidence: null };
}
