/** Rejections because of the address itself, as data: part of reply-rules.ts, which explains the form of rules. */
import { near, type ReplyRule, replyRule as rule } from './reply-rule.ts';
import { userUnknownAbroad } from './reply-rules-gone-abroad.ts';

/** Words for the address and its owner. */
const addressee =
  /\b(?:users?|recipients?|accounts?|address(?:es)?|mail ?box(?:es)?|addressee|local ?-?part|alias|person|destination|username|user ?id|subscriber|customer)(?:'s)?\b/;
/** Words for the mailbox alone, where other words are too common beside a vague predicate. */
const mailbox = /\b(?:users?|recipients?|accounts?|mail ?box(?:es)?|local ?-?part|subscriber|customer)(?:'s)?\b/;

export const addressGone: readonly ReplyRule[] = [
  rule(
    'onhold',
    '550 5.1.1 Mailbox temporarily unavailable',
    near(
      addressee,
      3,
      /temporar(?:il|l)y (?:unavailable|not|disabled|suspended|blocked|locked|rejected|unknown|over|inactive)/,
    ),
    near(
      addressee,
      3,
      /(?:disabled|suspended|blocked|locked|unavailable|frozen) (?:temporar|for now|at this time|until)/,
    ),
    near(/\btemporar(?:il|l)y /, 1, /(?:locked|disabled|suspended|blocked|unavailable|frozen|out of)/),
    near(/\btemporary /, 1, /(?:locked|disabled|suspended|blocked|unavailable|problem|failure|error)/),
    near(addressee, 2, /temporary (?:locked|disabled|suspended|blocked|unavailable)/),
  ),
  rule(
    'notaccept',
    '550 5.7.27 Host does not accept mail',
    near(
      /\b(?:host|domain|server|system|account|address|mail ?box|site|user|recipient)\b/,
      5,
      /(?:(?:does not|doesn't|do not|don't|never|cannot|can't|can not|no longer) (?:accept|receive)s?|accepts? no|receives? no) (?:\w{1,10} )?(?:e-?)?(?:mails?|messages)\b(?! (?:from|over|above|larger|bigger|greater|longer|exceeding|of|with|without|that|which|containing|unless|until|by|via|at|right|now|just))/,
    ),
    /null ?-?mx|\b(?:do|does) ?not accept (?:any )?(?:e-?)?mail\b(?! (?:from|over|above|larger|bigger|greater|longer|exceeding|of|with|without|that|which|containing|unless|until|by|via|at))|accepts? no mail|not? (?:an? )?smtp (?:service|server)/,
    /indicated no smtp service|domain (?:has|with) no (?:e-?)?mail|reserved by rfc ?2606/,
  ),
  rule(
    'hostunknown',
    'Host or domain name not found. Name service error for name=example.jp type=AAAA: Host not found',
    near(
      /\b(?:host|domain|site)(?: or domain)?(?: name)?s?\b/,
      2,
      /(?:is |was )?(?:unknown|not found|not known|(?:does|do|did) ?n[o']?t (?:seem to )?exist|not exist|invalid|not reachable|(?:couldn't|could not|cannot|can't) be (?:found|resolved)|isn't valid|not valid|nonexistent|non-existent)/,
    ),
    near(
      /\b(?:unknown|invalid|no such|non-?existent|bad(?: destination)?|illegal|unrouteable mail)\b/,
      0,
      /(?:host|mail domain|domain|system|site)\b/,
    ),
    near(/\b(?:host|domain|site)\b/, 3, /(?:does not|doesn't|did not|could not be|cannot be|can't be|not) resolv/),
    near(/\billegal host\/domain/, 1, /found/),
  ),
  rule(
    'hostunknown',
    'example.jp: Unrouteable address',
    /unroute?able (?:mail )?(?:address|domain)|not routeable|no mail route/,
  ),
  rule(
    'hostunknown',
    "Sorry, I couldn't find any host named example.jp. (#5.1.2)",
    /(?:couldn'?t|could not|can't|cannot|unable to) find (?:any |an? |the )?(?:host|domain|mail exchanger|mx|route)|nxdomain|name or service not known/,
    near(/\bno (?:mx|a|dns|mx or a|valid mx|mail exchangers?)\b/, 3, /(?:records?|found|for|exist|host)/),
    /(?:has|have|with) no (?:mx|mail exchanger|valid mx)|mx records? (?:point|is|are) (?:to )?(?:non-?existent|invalid|illegal)|no route for|domain (?:has|with) no/,
    near(/\b(?:invalid|bad|missing|illegal)\b/, 1, /(?:dns|mx)\b/, 6, /records?\b/),
    /unable to resolve (?:the )?(?:domain|host)|infodomainnonexistent|no data known|answer with no data|no data record of requested type|recipient domain must/,
  ),
  rule(
    'hasmoved',
    '551 5.1.6 recipient no longer on server: x@example.jp',
    /no longer (?:on|at|with|in (?:use|service)|valid|here|active|used|works?|working|employed|accepts?|receiv\w{1,4}|exists?|available|monitored|part|an? (?:valid|user|customer|member|employee))/,
    /(?:user|recipient|person|employee|he|she|customer|subscriber|account|mail ?box) (?:is |are )?no longer\b/,
    near(addressee, 3, /(?:has|have) (?:been )?(?:moved|changed|replaced|left|ceased|migrated|retired)/),
    near(addressee, 0, /(?:moved|changed)\b/),
    /not our (?:user|customer)|new address (?:is|for)|left (?:the |our |this )(?:company|organi[sz]ation|firm|university|school)|user has moved/,
  ),
  rule(
    'disabled',
    '554 delivery error: This account has been disabled or discontinued [#102].',
    near(
      addressee,
      8,
      /(?:disabled|discontinued|deactivated|de-activated|terminated|cancell?ed|closed|decommissioned|retired|abandoned|deprovisioned|defunct)\b/,
    ),
    near(
      /\b(?:account|mail ?box|user|recipient|customer)\b/,
      4,
      /(?:been |was |is |were )(?:deleted|removed|purged)\b/,
    ),
    near(
      /\b(?:disabled|discontinued|deactivated|terminated|cancell?ed|closed|deleted|decommissioned|retired|defunct|archived)\b/,
      0,
      /(?:user|account|recipient|mail ?box|e-?mail|address)/,
    ),
    /disableduser|(?:account|user|recipient|mail ?box) ?disabled/,
  ),
  rule(
    'userunknown',
    '550 5.1.1 <x@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    near(addressee, 2, /(?:is |was |are )?(?:an? )?(?:unknown|invalid|nonexistent|non-existent)\b/),
    near(
      addressee,
      4,
      /(?:is |was |are |were )?not (?:be )?(?:found|known|exist\w{0,4}|listed|valid|present|recogni[sz]ed|local|registered|defined|in use|(?:an? (?:active|existing|valid|known|local|registered|current)|existing|current))\b/,
    ),
    near(
      addressee,
      5,
      /(?:wasn't|isn't|couldn't be|could not be|can ?not be|can't be) (?:found|recogni[sz]ed|located|resolved|valid)/,
    ),
  ),
  rule(
    'userunknown',
    '550 No such user here',
    near(
      /\b(?:no such|unknown|invalid|non-?existent|not (?:an? )?(?:valid|known|active|existing|current|local|registered)|unrouteable|undeliverable|bad|illegal|incorrect|no valid|unrecogni[sz]ed|no known)\b/,
      2,
      addressee,
    ),
    near(
      /\b(?:no|not an?)\b/,
      0,
      /(?:mail ?box(?:es)?|users?|accounts?|recipients?|person|subscriber|addressee|rcpt)\b(?! (?:authori|permit|allow|want|accept|has |licen|can |may |opted))/,
    ),
    near(
      /\bno\b/,
      1,
      /(?:mail ?box|user|account|recipient|person|one)\b/,
      2,
      /(?:here|by|with|on|at|for|found|named)\b/,
    ),
  ),
  rule(
    'userunknown',
    "554 delivery error: dd This user doesn't have a example.com account (x@example.com) [0]",
    /(?:(?:does|do|did) ?(?:not|n't)|doesnt|dosn't|not) (?:seem to |appear to |currently )?exists?\b|not exist\b/,
    near(
      /\b(?:user|recipient|person|customer|address|addressee)\b/,
      3,
      /(?:(?:does|do|did) ?(?:not|n't)|doesnt|dosn't) (?:currently )?(?:have|match|belong)|has no\b|have no\b/,
      4,
      /(?:account|mail ?box|match|user|anyone|to|entry)/,
    ),
    near(/\bhas no\b/, 1, /(?:account|mail ?box)/),
  ),
  rule(
    'userunknown',
    '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found',
    /recip(?:ient)?notfound|not listed in|not found in (?:the )?(?:directory|table|database|address)|\buser ?unknown|\bunknown ?user|nosuchuser/,
    /not in (?:the |our )?(?:address book|directory)|not (?:our|a local) (?:user|customer)|no one (?:here|at this|by that)|(?:user|alias|recipient|address) lookup failure/,
    near(/(?:cannot|can't|can not|could not|couldn't|unable to) find/, 1, mailbox),
    near(mailbox, 2, /not (?:in|on) (?:my|our|the|this) (?:\w{1,12} )?(?:list|table|map|database|system|server)/),
    near(/@/, 1, /(?:not found|unknown|not known)\b/),
    /(?:couldn't|could not|can ?not|can't) be found|wasn't found|email address could not|recipient not ok|bad[-_ ]recipient|(?:can't|cannot) accept user/,
    near(/\brecipient name\b/, 2, /not recogni[sz]ed/),
  ),
  rule(
    'userunknown',
    '550 5.7.1 <x@example.com>: Recipient address rejected: User email address is marked as invalid.',
    near(
      addressee,
      4,
      /(?:marked|flagged|listed|registered|recorded|known|classified) (?:as )?(?:being )?(?:an? )?(?:invalid|non-?existent|undeliverable|unknown|deleted|not existing|bad)\b/,
    ),
    /not (?:an? )?(?:member|user|customer|part) (?:of|in) (?:the |this |our |that )?(?:local |mail )?(?:domain|site|server|system)\b/,
    near(addressee, 4, /(?:can ?not|can't|could not|couldn't) be (?:verified|validated|confirmed)\b/),
    /\bdo(?:es)? no exists?\b|\bmxin501\b/,
    /(?:recipient|mail ?box|user|account)\.? ?(?:is ?)?(?:not ?exist|deleted|removed)\b|history of bouncing as|bounced as (?:an )?invalid/,
  ),
  ...userUnknownAbroad,
  rule(
    'userunknown',
    '550 5.4.1 [x@example.org]: Recipient address rejected: Access denied',
    /(?:recipient|mail ?box)(?: address(?:es)?)?:? (?:address )?(?:rejected|refused) ?[:.]? ?(?:access denied|\(?unknown|$)/,
    /(?:recipient|address) (?:rejected|refused)\.?$|resource not found|not a valid mailbox/,
  ),
];

/** The weakest words for an unknown address; the code can say that the mailbox exists. */
export const mailboxUnavailable: readonly ReplyRule[] = [
  rule(
    'unavailable',
    '550 Requested action not taken: mailbox unavailable',
    near(mailbox, 2, /(?:is |was |are |were )?(?:unavailable|not available)\b/),
    near(/\b(?:unavailable|not available)\b/, 0, /(?:mail )?(?:user|recipient|mail ?box|account|address)/),
  ),
];

export const mailboxAsleep: readonly ReplyRule[] = [
  rule(
    'suspend',
    '550-5.2.1 The email account that you tried to reach is inactive.',
    near(
      /\b(?:user|recipient|account|address|mail ?box|customer|e-?mail account)\b/,
      8,
      /(?:suspend|inactive|lock|frozen|expired|blocked|limited|not (?:currently |yet |been )?activ|on hold|out of service|restricted|dormant|paused)/,
    ),
    near(
      /\b(?:inactive|suspended|expired|locked|dormant|frozen)\b/,
      1,
      /(?:user|account|recipient|mail ?box|e-?mail address|address)/,
    ),
    /not (?:been )?activ/,
  ),
  rule(
    'blocked',
    '550 5.7.1 This domain is on our restricted list',
    near(/\bdomain\b/, 6, /(?:suspend|inactive|expired|block|restricted|not active|on hold|disabled)/),
  ),
];
