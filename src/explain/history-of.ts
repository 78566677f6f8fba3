/** What has happened to a message: its attempts, its reports and its end. */
import type { MessageAttempt } from '../../prisma/generated/client.ts';
import type { Step } from './explanation.ts';
import { capital, ended, passed } from './explanation-steps.ts';
import type { ExplainedFacts } from './message-facts.ts';
import { ofWithheld } from './of-consent.ts';
import { causeOfSuppression, scopeOf, wordsOfSuppression } from './sending-rules.ts';
import { afterSoftBounce } from './words/next-act.ts';
import { codeOfAttempt, wordsOfAttempt } from './words/words-of-attempt.ts';
import { wordsOfFailure } from './words/words-of-failure.ts';

export function historyOf(facts: ExplainedFacts): readonly Step[] {
  const { attempts, reports } = facts.message;
  const { resendOf, resends } = facts;
  const { state, sendAt } = facts.message;
  return [
    ...(sendAt === null || state === 'scheduled'
      ? []
      : [passed('schedule', `Was to leave at ${sendAt.toISOString()}`, sendAt)]),
    ...(resendOf === null
      ? []
      : [passed('resend', `Sends the content of message ${resendOf.originalId} again`, resendOf.createdAt)]),
    ...facts.heldBefore,
    ...attempts.flatMap(ofAttempt),
    ...reports.map((report) => passed('report', `A report by mail: ${report.kind}${words(report.reply)}`, report.at)),
    ...endOf(facts),
    ...resends.map(({ messageId, createdAt }) => passed('resend', `Sent again as message ${messageId}`, createdAt)),
  ];
}

const words = (reply: string | null) => (reply === null ? '' : `: ${reply}`);

/** An attempt that ended the message is the step of its end. */
function ofAttempt(attempt: MessageAttempt): readonly Step[] {
  const { outcome, at } = attempt;
  if (outcome === 'bounced' || outcome === 'failed') return [];
  const step = { ...passed('attempt', capital(wordsOfAttempt(attempt)), at), code: codeOfAttempt(attempt) };
  return [outcome === 'temporary' ? { ...step, verdict: 'refused' } : step];
}

/** The step that ended the message; none while it has not ended, or when a server's word delivered it. */
function endOf(facts: ExplainedFacts): readonly Step[] {
  const { state, endedAt, evidence } = facts.message;
  switch (state) {
    case 'bounced':
      return [ofBounce(facts)];
    case 'complained':
      return [ended('report', 'complained', 'The recipient marked the mail as spam', endedAt)];
    case 'suppressed':
      return [ofWithheld(facts.message) ?? ofSuppressed(facts)];
    case 'failed':
      return [ofFailure(facts)];
    case 'expired':
      return [ofExpiry(facts)];
    case 'delivered':
      return evidence === 'silence' ? [passed('report', 'No delivery report came within 72 hours', endedAt)] : [];
    default:
      return [];
  }
}

function ofBounce({ message: { endedAt, bounce, attempts, reports, simulation } }: ExplainedFacts): Step {
  const report = reports.findLast(({ kind }) => kind === 'bounce');
  const last = attempts.at(-1);
  const isMailbox = (report ?? last)?.category === 'recipient';
  const fact =
    bounce === 'hard'
      ? "The recipient's address cannot receive mail"
      : `${isMailbox ? 'The mailbox did not take this mail' : 'A server refused this mail'}, so it is not tried again by itself; the address may receive other mail`;
  const by = report
    ? `a report by mail says so${words(report.reply)}`
    : last
      ? wordsOfAttempt(last)
      : simulation === null
        ? 'its attempt is no longer kept'
        : 'the simulator played it, and no mail was sent';
  const code = report ? codeOf(report) : last ? codeOfAttempt(last) : null;
  const step = ended(report ? 'report' : 'attempt', 'bounced', `${fact}: ${by}`, endedAt, code ?? bounce);
  return bounce === 'soft' ? { ...step, act: afterSoftBounce(code, isMailbox) } : step;
}

const codeOf = ({ replyCode, enhancedCode }: Pick<MessageAttempt, 'replyCode' | 'enhancedCode'>) =>
  [replyCode, enhancedCode].filter((code) => code !== null).join(' ') || null;

function ofFailure({ message, whyUnmade }: ExplainedFacts): Step {
  const { endedAt, reason, attempts } = message;
  if (reason === 'cancelled') {
    return ended('cancellation', 'cancelled', wordsOfFailure(reason), endedAt, reason);
  }
  const last = attempts.at(-1);
  const by = whyUnmade ?? (last?.outcome === 'failed' ? wordsOfAttempt(last) : '');
  const cause = reason === 'workspace_deleted' ? 'workspace_deleted' : 'failed';
  return ended('attempt', cause, [wordsOfFailure(reason), by].filter(Boolean).join(': '), endedAt, reason);
}

function ofExpiry({ message: { endedAt, sendAt, attempts, simulation }, heldBefore }: ExplainedFacts): Step {
  if (simulation !== null) return ended('expiry', 'expired', 'Expired: the simulator played it', endedAt);
  const last = attempts.at(-1);
  const told = [
    ...heldBefore.map(({ fact }) => fact),
    ...(last ? [`The last try, ${wordsOfAttempt(last)}`] : ['No attempt was made']),
    ...(last || heldBefore.length > 0 ? [] : ['No record says that a rule held it: no worker came to it in time']),
  ];
  const fact = `Expired: no attempt succeeded within 24 hours of ${sendAt === null ? 'the emit' : 'the time at which it was to leave'}. ${told.join('. ')}`;
  return ended('expiry', 'expired', fact, endedAt);
}

/** The suppression at the time of the end, which may be lifted since; a later one had no part in it. */
function ofSuppressed({ message: { endedAt, simulation, topic }, suppression, lift }: ExplainedFacts): Step {
  if (simulation !== null) {
    const fact = 'Not sent: the simulator played an address that is suppressed for all email, and suppressed none';
    return ended('suppression', 'suppressed_by_bounce', fact, endedAt);
  }
  if (suppression !== null && (endedAt === null || suppression.createdAt <= endedAt)) {
    const { reason, createdAt } = suppression;
    const fact = `Not sent: the address is suppressed for ${scopeOf(suppression, topic)}, ${wordsOfSuppression(reason)}`;
    return ended('suppression', causeOfSuppression(reason), fact, createdAt, reason);
  }
  const was = 'Not sent: the address was suppressed for all email';
  if (lift === null) return ended('suppression', 'suppressed_before', `${was}, and is no longer`, endedAt);
  const { reason, suppressedAt, liftedAt } = lift;
  const since = `${wordsOfSuppression(reason)} (since ${suppressedAt.toISOString()})`;
  const fact = `${was}, ${since}. The suppression was lifted at ${liftedAt.toISOString()}`;
  return ended('suppression', 'suppressed_before', fact, endedAt, reason);
}
