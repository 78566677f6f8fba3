/** Derives a delivery result from the outcome of a session (docs/rules.md#delivery-verdicts). */

import type { SentMail } from '../smtp/kept-sessions.ts';
import type { SendOutcome } from '../smtp/mail-transaction.ts';
import type { DeliveryResult, RefusalReason } from '../transport.ts';
import { classifyReply, parseReply } from './classify-reply.ts';
import { redactReply } from './redact-reply.ts';
import type { ReplyParties } from './reply-parties.ts';

export interface DeliveryContext {
  readonly recipient: string | null;
  readonly exchanger: string | null;
  /** The side that replied: the operator's relay, or the recipient's exchanger. */
  readonly side: 'relay' | 'exchanger';
  /** Our envelope address; its domain, without `bounces.`, is that of the From field. */
  readonly sender: string | null;
  /** The name under which this service connects. */
  readonly clientName: string | null;
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
    case 'withdrawn':
      return { ...temporary(null), outcome: 'withdrawn' };
    case 'lost':
      return temporary('infrastructure');
    case 'unsendable':
      return failed(outcome.reason);
    case 'refused':
      return judgeRefusal(outcome, context);
  }
}

function judgeRefusal(outcome: Extract<SendOutcome, { kind: 'refused' }>, context: DeliveryContext): Verdict {
  const stage = outcome.stage === 'open' ? 'rcpt' : outcome.stage;
  // A rejection before MAIL concerns this service and the server: once a wrong password or a full relay is fixed, the
  // mail goes out. 521 alone concerns every mail: the host takes none (RFC 7504).
  if (outcome.stage === 'open' && (context.side === 'relay' || !/^521/.test(outcome.reply))) {
    return temporary('infrastructure');
  }
  const verdict = classifyReply({ ...parseReply(outcome.reply), stage }, partiesOf(context));
  // A block list says it with any code.
  if (outcome.stage === 'open' && !verdict.hard) return temporary(verdict.category);
  if (verdict.temporary) return { ...temporary(verdict.category), mailboxFault: verdict.mailboxFault };
  if (outcome.stage === 'mail' && context.side === 'relay') {
    if (/^530/.test(outcome.reply)) return temporary('infrastructure');
    return failed(verdict.category === 'size' ? 'message_too_large' : 'transport_refused');
  }
  const bounce = verdict.hard ? 'hard' : 'soft';
  const { category, mailboxFault } = verdict;
  return { outcome: 'bounced', bounce, reason: null, category, mailboxFault, evidence: context.side };
}

export function partiesOf({ side, recipient, sender, clientName }: DeliveryContext): ReplyParties {
  return { side, recipient, sender, hosts: clientName === null ? [] : [clientName.toLowerCase()] };
}

function temporary(category: DeliveryResult['category']): Verdict {
  return { outcome: 'temporary', bounce: null, reason: null, category, mailboxFault: false, evidence: null };
}

function failed(reason: RefusalReason): Verdict {
  const category = reason === 'message_too_large' ? 'size' : reason === 'recipient_invalid' ? 'recipient' : 'policy';
  return { outcome: 'failed', bounce: null, reason, category, mailboxFault: false, evidence: null };
}
