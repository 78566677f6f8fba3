import type { App } from '../context.ts';
import { recordReply } from '../messages/replies/record-reply.ts';
import { recordReport } from '../messages/reports/record-report.ts';
import type { InboundOptions } from '../transport/reports/inbound.ts';
import { leaveByMail } from './leave-by-mail.ts';

/** What becomes of mail that the inbound listener takes. */
export function receiveMail(app: App): Pick<InboundOptions, 'onReport' | 'onLeave' | 'onLetter'> {
  return {
    onReport: (report) => recordReport(app, report),
    onLeave: (messageId) => leaveByMail(app, messageId),
    onLetter: (letter) => recordReply(app, letter),
  };
}
