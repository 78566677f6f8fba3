/** By whose word a message counts as delivered (docs/rules.md#message-explanation). */
import type { MessageAttempt } from '../../../prisma/generated/client.ts';
import type { ExplainedMessage } from '../explained-message.ts';
import type { Usual } from '../first-cause.ts';
import { actAfterCapture, actAfterDelivery } from './next-act.ts';

/** Explains a delivered message from its evidence. */
export function wordsOfDelivery(message: ExplainedMessage): Usual {
  return { cause: 'delivered', summary: summaryOf(message), next: nextOf(message) };
}

/** What went to the local inbox is in nobody's mailbox. */
function nextOf(message: ExplainedMessage): string | null {
  return acceptedOf(message)?.transport === 'capture' ? actAfterCapture : actAfterDelivery(message.evidence);
}

const acceptedOf = ({ attempts }: ExplainedMessage) =>
  attempts.findLast(({ outcome }) => outcome === 'delivered' || outcome === 'relayed');

function summaryOf(message: ExplainedMessage): string {
  const { simulation, evidence, reports, endedAt } = message;
  if (simulation !== null) return 'The simulator played a delivery, and no mail was sent.';
  const accepted = acceptedOf(message);
  const end = endedAt === null ? '' : ` (${endedAt.toISOString()})`;
  switch (evidence) {
    case 'exchanger':
      return accepted?.transport === 'capture'
        ? `The local inbox captured the mail${end}: it went to no other server.`
        : `Delivered by the word of the recipient's mail server${wordsOf(accepted)}.`;
    case 'relay':
      return `Delivered by the word of the relay${wordsOf(accepted)}. It promised no report, so nobody told what the recipient's server said.`;
    case 'report': {
      const report = reports.find(({ kind }) => kind === 'delivered');
      const reply = report?.reply == null ? '' : `: ${report.reply}`;
      return `Delivered by the word of a delivery report, which came by mail${end}${reply}.`;
    }
    case 'silence':
      return `Counted as delivered${end}, by nobody's word: the relay accepted the mail${wordsOf(accepted)} and promised a report, and none came within 72 hours.`;
    case null:
      return 'A mail server accepted the mail.';
  }
}

/** Such as ` mx1.example.com (2026-11-23T10:00:00.000Z, 250 2.0.0 OK)`. */
function wordsOf(attempt: MessageAttempt | undefined): string {
  if (attempt === undefined) return '';
  const { at, durationMs, exchanger, reply } = attempt;
  const time = new Date(at.getTime() + durationMs).toISOString();
  return `${exchanger === null ? '' : ` ${exchanger}`} (${time}${reply === null ? '' : `, ${reply}`})`;
}
