/** The reasons for which a mail is rejected, and their effects (docs/rules.md#hard-and-soft-bounces). */
import type { ReplyCategory } from '../transport.ts';

interface ReasonMeaning {
  /** The address itself cannot receive; such a bounce suppresses. */
  readonly hard: boolean;
  readonly category: ReplyCategory;
}

const recipientFault: ReasonMeaning = { hard: true, category: 'recipient' };
const mailboxFault: ReasonMeaning = { hard: false, category: 'recipient' };
const sender: ReasonMeaning = { hard: false, category: 'sender' };
const policy: ReasonMeaning = { hard: false, category: 'policy' };
const content: ReasonMeaning = { hard: false, category: 'content' };
const size: ReasonMeaning = { hard: false, category: 'size' };
const temporary: ReasonMeaning = { hard: false, category: 'temporary' };
const infrastructure: ReasonMeaning = { hard: false, category: 'infrastructure' };

/** The names of the public bounce collections where these have one, so that results can be compared. */
export const replyReasons = {
  userunknown: recipientFault,
  hostunknown: recipientFault,
  hasmoved: recipientFault,
  /** The host takes no mail at all. */
  notaccept: recipientFault,
  /** Closed for good. */
  disabled: recipientFault,
  /** "Mailbox unavailable": unknown, unless the code says that the mailbox exists. */
  unavailable: recipientFault,
  mailboxfull: mailboxFault,
  /** Inactive, or locked for a time. */
  suspend: mailboxFault,
  /** The mailbox takes mail, but not so much at once: a rate, a lock, another session. */
  busy: temporary,
  /** Our address, its domain, or our From domain. */
  rejected: sender,
  /** Our account at the other side: its quota, plan, rate or credentials. */
  account: sender,
  /** The recipient's own filter rejects the mail. */
  filtered: policy,
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
  /** In a character set that could not be found out. */
  unreadable: infrastructure,
  undefined: policy,
} as const satisfies Readonly<Record<string, ReasonMeaning>>;

export type ReplyReason = keyof typeof replyReasons;

/** The mailbox exists but cannot take mail now; such faults on several days suppress (docs/rules.md#mailbox-faults). */
export function isMailboxFault(reason: string): boolean {
  return reason === 'mailboxfull' || reason === 'suspend';
}
