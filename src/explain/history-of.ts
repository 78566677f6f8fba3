/** What has happened to a message: its attempts, its reports and its end. */
import type { MessageAttempt } from '../../prisma/generated/client.ts';
import type { Step } from './explanation.ts';
import type { MessageFacts } from './message-facts.ts';
import { causeOfSuppression } from './sending-rules.ts';
import { capital, ended, passed } from './steps.ts';
import { wordsOfAttempt } from './words-of-attempt.ts';

export function historyOf(facts: MessageFacts): readonly Step[] {
  const { attempts, reports } = facts.message;
  const { resendOf, resends } = facts;
  return [
    ...(resendOf === null
      ? []
      : [passed('resend', `Sends the content of message ${resendOf.originalId} again`, resendOf.createdAt)]),
    ...attempts.map((attempt) => ofAttempt(facts, attempt)),
    ...reports.map((report) => passed('report', `A report by mail: ${report.kind}${words(report.reply)}`, report.at)),
    ...endOf(facts),
    ...resends.map(({ messageId, createdAt }) => passed('resend', `Sent again as message ${messageId}`, createdAt)),
  ];
}

const words = (reply: string | null) => (reply === null ? '' : `: ${reply}`);

function ofAttempt({ message }: MessageFacts, attempt: MessageAttempt): Step {
  const fact = capital(wordsOfAttempt(attempt));
  const waits =
    attempt.outcome === 'temporary' && (attempt.number < message.attemptNumber || message.state !== 'queued');
  return { ...passed('attempt', fact, attempt.at), verdict: waits ? 'held' : 'passed' };
}

/** The step that ended the message; none while it has not ended, or when it was delivered. */
function endOf({ message, suppression }: MessageFacts): readonly Step[] {
  const { state, endedAt, bounce, reason, attempts, reports } = message;
  const last = attempts.at(-1);
  switch (state) {
    case 'bounced': {
      const report = reports.findLast(({ kind }) => kind === 'bounce');
      const by = report ? `a report by mail${words(report.reply)}` : last ? wordsOfAttempt(last) : 'the simulator';
      return [ended(report ? 'report' : 'attempt', 'bounced', `Bounced (${bounce ?? 'soft'}): ${by}`, endedAt)];
    }
    case 'complained':
      return [ended('report', 'complained', 'The recipient marked the mail as spam', endedAt)];
    case 'suppressed':
      return [
        ended(
          'suppression',
          suppression ? causeOfSuppression(suppression.reason) : 'suppressed_before',
          suppression
            ? 'Not sent: the address is suppressed for all email'
            : 'Not sent: the address was suppressed for all email',
          suppression?.createdAt ?? endedAt,
        ),
      ];
    case 'failed':
      if (reason === 'cancelled') {
        return [ended('cancellation', 'cancelled', 'Cancelled by a caller while the message waited', endedAt)];
      }
      return [
        ended('attempt', reason === 'workspace_deleted' ? 'workspace_deleted' : 'failed', `Failed: ${reason}`, endedAt),
      ];
    case 'expired':
      return [
        ended(
          'expiry',
          'expired',
          `Expired: no attempt succeeded in time${last ? `; ${wordsOfAttempt(last)}` : ', and none was made'}`,
          endedAt,
        ),
      ];
    default:
      return [];
  }
}
