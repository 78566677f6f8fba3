/** What a timeline may say of a message. */
import type { TimelineKind } from '../src/timeline/timeline-entry.ts';
import { builder } from './builder.ts';

const kinds = {
  accepted: { description: 'The emit was accepted and the message recorded.' },
  scheduled: { description: 'The emit said when the mail leaves.' },
  moved: { description: 'A caller moved the mail to another time; the last move.' },
  claimed: { description: 'An attempt is under way.' },
  waiting: { description: "The recipient's mail servers take no more mail for a while." },
  attempt: { description: 'An attempt to hand the mail over began.' },
  deferred: { description: 'The attempt failed for now.' },
  relayed: { description: 'A relay accepted the mail and promised a delivery report.' },
  delivered: { description: 'The mail was delivered, as far as the evidence goes.' },
  bounced: { description: 'A mail server rejected the mail for good.' },
  failed: { description: 'The message ended without being offered to the mail server of the recipient.' },
  complained: { description: 'The recipient marked the mail as spam.' },
  suppressed: {
    description: 'The mail was withheld: the address is suppressed, or its owner does not want mail of the topic.',
  },
  expired: { description: 'No attempt succeeded within 24 hours of the emit, or of its sendAt.' },
  report: { description: 'A delivery report or a complaint came in by mail.' },
  opened: { description: 'The open pixel of the mail was fetched.' },
  replied: { description: 'Somebody answered the mail.' },
  webhook: { description: 'An endpoint accepted a webhook that tells of the message.' },
} as const satisfies Readonly<Record<TimelineKind, { readonly description: string }>>;

export const TimelineKindEnum = builder.enumType('TimelineKind', {
  description: 'Kinds of entries in the timeline of a message; each is a type of its own.',
  values: kinds,
});

/** The type of each kind. */
export const typeNames = {
  accepted: 'TimelineAccepted',
  scheduled: 'TimelineScheduled',
  moved: 'TimelineMoved',
  claimed: 'TimelineClaimed',
  waiting: 'TimelineWaiting',
  attempt: 'TimelineAttempt',
  deferred: 'TimelineDeferred',
  relayed: 'TimelineRelayed',
  delivered: 'TimelineDelivered',
  bounced: 'TimelineBounced',
  failed: 'TimelineFailed',
  complained: 'TimelineComplained',
  suppressed: 'TimelineSuppressed',
  expired: 'TimelineExpired',
  report: 'TimelineReport',
  opened: 'TimelineOpened',
  replied: 'TimelineReplied',
  webhook: 'TimelineWebhookSent',
} as const satisfies Readonly<Record<TimelineKind, string>>;
