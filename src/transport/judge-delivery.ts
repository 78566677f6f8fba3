/** What a session's outcome means for the message (decisions, section 7). */
import { classifyReply, parseReply } from './classify-reply.ts';
import { redactReply } from './redact-reply.ts';
import type { SentMail } from './smtp-pool.ts';
import type { SendOutcome } from './smtp-session.ts';
import type { DeliveryResult, RefusalReason } from './transport.ts';

export interface DeliveryContext {
  readonly recipient: string;
  readonly exchanger: string | null;
  /** Who answered: a relay of ours, or the recipient's own side. */
  readonly side: 'relay' | 'exchanger';
  readonly durationMs: number;
}

type Verdict = Pick<DeliveryResult, 'outcome' | 'bounce' | 'reason' | 'category' | 'evidence'>;

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
  // Before MAIL it is about us and the server: a wrong password or a full relay is put right, and the mail goes out.
  if (outcome.stage === 'open') return temporary('infrastructure');
  const verdict = classifyReply({ ...parseReply(outcome.reply), stage: outcome.stage });
  if (verdict.temporary) return temporary(verdict.category);
  if (outcome.stage === 'mail' && context.side === 'relay') {
    if (/^530/.test(outcome.reply)) return temporary('infrastructure');
    return failed(verdict.category === 'size' ? 'message_too_large' : 'transport_refused');
  }
  const bounce = verdict.hard ? 'hard' : 'soft';
  return { outcome: 'bounced', bounce, reason: null, category: verdict.category, evidence: context.side };
}

function temporary(category: DeliveryResult['category']): Verdict {
  return { outcome: 'temporary', bounce: null, reason: null, category, evidence: null };
}

function failed(reason: RefusalReason): Verdict {
  const category = reason === 'message_too_large' ? 'size' : reason === 'recipient_invalid' ? 'recipient' : 'policy';
  return { outcome: 'failed', bounce: null, reason, category, evidence: null };
}
