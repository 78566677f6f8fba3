/**
 * The texts of rejections, as data: each rule with a real reply as its example. The rules are tried in this order and
 * the first match counts: a full mailbox, a size or a block list beside "user unknown" is the real cause.
 *
 * A rule matches a kind of reply, never one sentence of one server. Texts are normalised by reply-words.ts: lower case,
 * one line, addresses as `@`. Every quantifier of a pattern has a bound; `near` bounds the words between two patterns.
 */
import { near, type ReplyRule, replyRule as rule } from './reply-rule.ts';
import { aboutUs } from './reply-rules-about-us.ts';
import { mailboxBusy } from './reply-rules-busy.ts';
import { mailboxFull } from './reply-rules-full.ts';
import { addressGone, mailboxAsleep, mailboxUnavailable } from './reply-rules-gone.ts';
import { mailboxAsleepAbroad } from './reply-rules-gone-abroad.ts';
import { aboutOurAccount, aboutOurAddress } from './reply-rules-sender.ts';

/** Replies that a later rule would mistake for another kind. */
const unmistakable: readonly ReplyRule[] = [
  rule(
    'expired',
    "I'm not going to try again; this message has been in the queue too long.",
    /in the queue too long|cannot send (?:message )?(?:for|within)|deleted from queue|all hosts (?:have been|for)/,
    near(/\b(?:could not be|not been|unable to be) (?:delivered|sent)\b/, 0, /(?:for|within|after|in) \d/),
    near(/\b(?:message|retry|delivery|queue)\b/, 2, /(?:expired|timeout exceeded)/),
    near(/\b(?:exceeded|max\w{0,4}|too many)\b/, 4, /(?:retries|retry|attempts)\b/),
  ),
  rule(
    'networkerror',
    'Name service error for domain example.com: Host not found, try again',
    /found, try again|host ?name lookup|name lookup failure|temporary (?:dns|name|lookup|resolution)|lookup failed temporarily|temporary failure in name/,
    /(?:dns|name) (?:server|service) (?:\w{1,12} )?(?:failure|failed|timed? ?out|error: try)|returned general failure|servfail|malformed or unexpected name server reply/,
    near(/\b(?:dns|name) (?:server|service|lookup)/, 3, /(?:timed? ?out|temporar|try again)/),
    /mx record points? to local host|loops back to/,
  ),
  rule(
    'notaccept',
    '521 5.3.2 <x@example.net>: Recipient address rejected: System not accepting network messages.',
    /(?:system|host|server) (?:is )?not accepting (?:network|any) (?:messages|mail)/,
  ),
];

/** The verification of an address that did not end says nothing of the address. */
const unverified: readonly ReplyRule[] = [
  rule(
    'networkerror',
    '550 5.1.1 Recipient address rejected: undeliverable address: connect to mx.inside.example: Connection timed out',
    near(
      /\b(?:verif\w{1,8}|call-?out|call-?back|(?:undeliverable|unverified) address:?|look-?up|directory|ldap|database)\b/,
      9,
      /(?:timed? ?out|time-?out|refused$|connection refused|in progress|not reachable|unreachable|no route|temporar\w{1,4}|try again|later|deferred|lost connection|could not be completed|did not complete)/,
    ),
    /could not complete (?:recipient|sender) verify/,
  ),
];

const tooBig: readonly ReplyRule[] = [
  rule(
    'mesgtoobig',
    '552 5.2.3 Message length exceeds limit set by recipient',
    near(/\b(?:message|e?-?mail|body|content|attachments?)\b/, 5, /(?:is )?too (?:big|large|long)\b/),
    near(
      /\b(?:message|e?-?mail|body|content|attachments?)\b/,
      4,
      /exce\w{0,8}\b/,
      6,
      /(?:size|limit|maximum|length|allowed|bytes)/,
    ),
  ),
  rule(
    'mesgtoobig',
    '552 Requested mail action aborted: mail size limit exceeded',
    near(/\b(?:message|mail|file|maximum|max|body) (?:size|length)\b/, 4, /(?:exce|larger|too|limit|greater|is over)/),
    /(?:mails?|messages?|attachments?|anything|files?) (?:that (?:are|is) )?(?:over|above|exceeding|(?:of more|larger|bigger|greater|longer|heavier) than) (?:\w{1,12} )?\d/,
    /size limit (?:exce|for this)|too big for|larger than (?:the )?(?:current )?(?:system |maximum )/,
  ),
];

const onTheWay: readonly ReplyRule[] = [
  rule(
    'expired',
    'delivery temporarily suspended: connect to example.org[192.0.2.1]:25: Connection timed out',
    /expired|timed? ?out|time ?-?out|retry time|too long|been (?:delayed|in the queue)|did not accept our requests? to connect/,
    near(/\b(?:un)?able to deliver\b/, 4, /(?:for|after|within) \d/),
    near(/\b(?:could )?not (?:be )?(?:delivered|sent)\b/, 0, /(?:for|within|after|in) /),
    /giv(?:e|ing|en) up|undelivered for|will (?:be retried|retry|keep trying|continue)|delay(?:ed)?\b|connect(?:ion)? (?:was )?refused/,
  ),
  rule(
    'networkerror',
    '554 5.4.6 Too many hops',
    /too many hops|hop ?count|no route to host|network (?:is )?(?:unreachable|error|problem)|lost connection|tls handshake/,
    /(?:routing|mail|forward\w{0,5}) loop|\bloop(?:ing|s back|ed)?\b|name server|could not connect|connect(?:ion)? (?:failed|to)|unable to connect/,
    near(/\b(?:connection|session)\b/, 1, /(?:reset|lost|closed|dropped|broken|failed|terminated)/),
    /dns (?:query|lookup|server|error|failure|temporary)/,
  ),
  rule(
    'onhold',
    '450 4.2.0 <x@example.com>: Recipient address rejected: Greylisted, see https://example.org/greylisting',
    /gr[ea]y ?-?list|(?:try|come back) (?:again|later)|temporar|please retry|deferred|on hold/,
  ),
  rule(
    'systemerror',
    '554 Service currently unavailable',
    near(
      /\b(?:system|server|internal|local|config\w{0,10}|software|database|i\/o|input\/output|lookup|resources?)\b/,
      2,
      /(?:error|problem|failure|failed|unavailable|trouble|exhausted|insufficient)/,
    ),
    /service (?:\w{1,12} )?(?:unavailable|refuse|not available)|insufficient (?:disk|system|storage)|disk (?:full|space)/,
    /(?:cannot|can't) (?:open|create|write|allocate|lock)|command (?:died|failed|time|output)|unexpected|transaction failed|mailer|not capable/,
  ),
];

export const replyRules: readonly ReplyRule[] = [
  ...mailboxBusy,
  ...aboutOurAccount,
  ...aboutOurAddress,
  ...mailboxFull,
  ...unmistakable,
  ...unverified,
  ...tooBig,
  ...aboutUs,
  ...addressGone,
  ...mailboxUnavailable,
  ...mailboxAsleep,
  ...mailboxAsleepAbroad,
  ...onTheWay,
];
