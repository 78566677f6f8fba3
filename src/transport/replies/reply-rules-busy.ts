/** Rejections of a mailbox that receives too much at once, as data: part of reply-rules.ts, which explains the form. */
import { near, type ReplyRule, replyRule as rule } from './reply-rule.ts';

const receiver = /\b(?:recipient|user|mail ?box|mail ?drop|account|addressee|in-?box|address)(?:'s)?\b/;

/** Busy is not inactive: they come before the rules about full and sleeping mailboxes. */
export const mailboxBusy: readonly ReplyRule[] = [
  rule(
    'busy',
    '450-4.2.1 The user you are trying to contact is receiving mail too quickly.',
    /(?:receiv|gett|accept)ing (?:e-?mails?|mails?|messages) (?:too|at a rate)|receiving (?:rate|limit|quota)/,
    near(
      receiver,
      6,
      /(?:too (?:quickly|fast|often|frequently)|(?:per|an|each|this|every|within (?:an?|one|the)) (?:hour|day|minute|second)\b)/,
    ),
    near(receiver, 5, /(?:daily|hourly) (?:\w{1,12} )?(?:limit|quota|maximum|allowance)/),
    near(/\b(?:limit|maximum|number)\b/, 3, /(?:for|of) (?:this |the )?(?:recipient|addressee)/),
    near(receiver, 5, /(?:rate|receiving|frequency) limit/),
    near(/\btoo many\b/, 2, /(?:deliveries|concurrent|simultaneous)/),
    /receivingrate|recipient thread limit|recipient rate/,
  ),
  rule(
    'busy',
    '450 4.2.0 Mailbox busy',
    near(receiver, 1, /(?:too )?busy\b/),
    near(receiver, 2, /(?:in use|locked|being accessed|opened|open) (?:by|with|in|during)\b/),
    near(/\b(?:locked|in use|open)\b/, 1, /(?:another|other) (?:delivery|session|process|client|user|connection)/),
    /\bpop3? (?:session|lock|client)|locked by (?:an? |another |the )?(?:pop3?|imap|other|another|session|process|client)/,
    near(
      /\b(?:cannot|can't|could not|couldn't|unable to|failed to|failure to|error) (?:obtain (?:a )?|get (?:a )?|acquire (?:a )?)?lock\b/,
      4,
      /(?:mail ?box|mail ?drop|maildir|mail ?folder)/,
    ),
  ),
  rule('onhold', '450 4.2.0 <x@example.com>: Recipient address rejected: Greylisted', /gr[ea]y ?-?list|postgrey/),
];
