/** The reasons for which a mail is rejected, and their effects (docs/rules.md#hard-and-soft-bounces). */
import type { ReplyCategory } from '../transport.ts';

interface ReasonMeaning {
  /** The address itself cannot receive; such a bounce suppresses. */
  readonly hard: boolean;
  readonly category: ReplyCategory;
}

const recipientFault: ReasonMeaning = { hard: true, category: 'recipient' };
const mailboxFault: ReasonMeaning = { hard: false, category: 'recipient' };
const policy: ReasonMeaning = { hard: false, category: 'policy' };
const content: ReasonMeaning = { hard: false, category: 'content' };
const size: ReasonMeaning = { hard: false, category: 'size' };
const temporary: ReasonMeaning = { hard: false, category: 'temporary' };
const infrastructure: ReasonMeaning = { hard: false, category: 'infrastructure' };

/** The names of the public bounce collections, so that results can be compared. */
export const replyReasons = {
  userunknown: recipientFault,
  hostunknown: recipientFault,
  hasmoved: recipientFault,
  /** The host takes no mail at all. */
  notaccept: recipientFault,
  /** Closed for good. */
  disabled: recipientFault,
  mailboxfull: mailboxFault,
  /** Inactive, or locked for a time. */
  suspend: mailboxFault,
  /** The recipient's own filter rejects the mail. */
  filtered: policy,
  /** The sender is rejected. */
  rejected: policy,
  blocked: policy,
  requireptr: policy,
  authfailure: policy,
  policyviolation: policy,
  securityerror: policy,
  norelaying: policy,
  spamdetected: content,
  virusdetected: content,
  contenterror: content,
  mesgtoobig: size,
  toomanyconn: temporary,
  expired: temporary,
  onhold: temporary,
  networkerror: infrastructure,
  systemerror: infrastructure,
  undefined: policy,
} as const satisfies Readonly<Record<string, ReasonMeaning>>;

export type ReplyReason = keyof typeof replyReasons;

/** The mailbox exists but cannot take mail now; such faults on several days suppress (docs/rules.md#mailbox-faults). */
export function isMailboxFault(reason: string): boolean {
  return reason === 'mailboxfull' || reason === 'suspend';
}
