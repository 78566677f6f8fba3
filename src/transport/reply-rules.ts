/**
 * What refusals say, as data: each rule with a real reply that it is for. Tried in this order, and the first that
 * matches counts: a full mailbox, a size or a block list that is named beside "user unknown" is what it is about.
 *
 * A rule stands for a kind of reply, never for one server's one sentence. Texts come in lower case, in one line, with
 * addresses as `@`.
 */
import { type ReplyRule, replyRule as rule } from './reply-rule.ts';
import { aboutUs } from './reply-rules-about-us.ts';
import { mailboxFullAbroad, userUnknownAbroad } from './reply-rules-abroad.ts';

const mailboxFull: readonly ReplyRule[] = [
  rule(
    'mailboxfull',
    '550 5.2.2 <x@example.jp>... Mailbox Full',
    /(?:mail ?box|mail ?folder|in-?box|mail ?drop|mail ?dir|account|user)(?: \S+){0,2} (?:is |are )?(?:too |almost )?full\b/,
  ),
  rule(
    'mailboxfull',
    "552-5.2.2 The recipient's inbox is out of storage space and inactive.",
    /out of (?:storage|mailbox|disk) ?space|no (?:more )?(?:space|storage) (?:left )?(?:for|in) (?:this |the )?(?:user|mail ?box)/,
  ),
  rule(
    'mailboxfull',
    '/var/mail/x/Maildir/tmp/1.neko22: Disk quota exceeded',
    /\bquota\b(?: \S+){0,4} (?:exce|violat|exhaust|full|reach)|exce\S*(?: \S+){0,5} quota|over ?-?(?:the |its |their )?(?:disk )?quota|quota_exceeded/,
  ),
  rule(
    'mailboxfull',
    '554 5.2.2 mailbox size limit exceeded',
    /(?:mail ?box|user|account|recipient|inbox)\S*(?: \S+){0,4} (?:exce\S+|over|reached|above)(?: \S+){0,5} (?:limit|allowed|size|space|capacity|storage)/,
  ),
  rule(
    'mailboxfull',
    '550 Mailbox limit exceeded; the account has too much mail data',
    /(?:mail ?box|storage|account|mailbox size|storage size)(?: size| space)? limit(?: \S+){0,3} (?:exce|reach)|too much mail data|mailbox (?:disk )?usage|mailbox has no free space|insufficient (?:storage|disk) space in (?:the )?mailbox/,
  ),
  ...mailboxFullAbroad,
];

const tooBig: readonly ReplyRule[] = [
  rule(
    'mesgtoobig',
    '552 5.2.3 Message length exceeds limit set by recipient',
    /(?:message|e?-?mail|mail|body|content|attachments?)\b(?: \S+){0,5} (?:is )?(?:too (?:big|large|long)|exce\S*(?: \S+){0,6} (?:size|limit|maximum|length|allowed|bytes))/,
  ),
  rule(
    'mesgtoobig',
    '552 Requested mail action aborted: mail size limit exceeded',
    /(?:message|mail|file|maximum|max|body) (?:size|length)(?: \S+){0,4} (?:exce|larger|too|limit|greater|is over)|size limit (?:exce|for this)|too big for|larger than (?:the )?(?:current )?(?:system |maximum )/,
  ),
];

/** What would be taken for something else further down. */
const unmistakable: readonly ReplyRule[] = [
  rule(
    'expired',
    "I'm not going to try again; this message has been in the queue too long.",
    /in the queue too long|(?:could not be|not been|unable to be) (?:delivered|sent) (?:for|within|after|in) |cannot send (?:message )?(?:for|within)|deleted from queue|(?:message|retry|delivery|queue)(?: \S+){0,2} (?:expired|timeout exceeded)|all hosts (?:have been|for)/,
  ),
  rule(
    'networkerror',
    'Name service error for domain example.com: Host not found, try again',
    /host not found, try again|temporary (?:dns|name|lookup|resolution)|(?:dns|name) (?:server|service|lookup)(?: \S+){0,3} (?:timed? ?out|temporar|try again)/,
  ),
  rule(
    'notaccept',
    '521 5.3.2 <x@example.net>: Recipient address rejected: System not accepting network messages.',
    /(?:system|host|server) (?:is )?not accepting (?:network|any) (?:messages|mail)/,
  ),
  rule(
    'hostunknown',
    'The mail server could not deliver mail to x@example.net. The account or domain may not exist, they may be blacklisted',
    /account or domain may not exist/,
  ),
  rule('filtered', '550 : User unknown', /(?:^|-> ?)(?:\d{3}[: ]*)?: ?user unknown/),
  rule(
    'userunknown',
    '550 Message was not accepted -- invalid mailbox. Local mailbox x@example.ru is unavailable: user not found',
    /(?:invalid|unknown|no such) (?:mailbox|user|recipient|address)\b.*\b(?:user|recipient|account|mailbox) (?:is )?(?:not found|unknown)/,
  ),
];

const addressGone: readonly ReplyRule[] = [
  rule(
    'onhold',
    '550 5.1.1 Mailbox temporarily unavailable',
    /(?:mail ?box|account|user|recipient|address)(?: \S+){0,2} temporarily (?:unavailable|not|disabled|suspended|blocked|locked|rejected)/,
  ),
  rule(
    'notaccept',
    '550 5.7.27 Host does not accept mail',
    /(?:host|domain|server|system|account|address)(?: \S+){0,3} (?:does not|doesn't|do not|don't|never|cannot|can't|can not) (?:accept|receive)(?: \S+)? (?:e-?)?mails?|null ?-?mx|does ?not accept (?:any )?(?:e-?)?mail|(?:no|not) (?:an? )?smtp (?:service|server)|nullmx|accept no mail/,
  ),
  rule(
    'hostunknown',
    'Host or domain name not found. Name service error for name=example.jp type=AAAA: Host not found',
    /(?:host|domain|site)(?: or domain)?(?: name)?\S*(?: \S+)? (?:is |was )?(?:unknown|not found|(?:does|do) not exist|doesn't exist|not exist|invalid|not reachable|couldn't be found|could not be found|isn't valid)|(?:unknown|invalid|no such|non-?existent|bad(?: destination)?|illegal|unrouteable mail) (?:host|domain|system|site)\b/,
  ),
  rule('hostunknown', 'example.jp: Unrouteable address', /unroute?able (?:mail )?(?:address|domain)/),
  rule(
    'hostunknown',
    "Sorry, I couldn't find any host named example.jp. (#5.1.2)",
    /couldn'?t find any host|no (?:mx|a|dns) records?(?: \S+)? (?:found|for|exist)|nxdomain|unable to find (?:an? )?(?:mx|host|domain)|mx records? (?:point|is|are) (?:to )?(?:non-?existent|invalid|illegal)|name or service not known|no route for|domain (?:\S+ )?(?:has|with) no|unable to resolve (?:the )?(?:domain|host)/,
  ),
  rule(
    'hasmoved',
    '551 5.1.6 recipient no longer on server: x@example.jp',
    /no longer (?:on|at|with|in|valid|here|active|used|in use|works?|accepts?|exists?|available|a (?:valid|user))|has (?:been )?(?:moved|changed|replaced|left|ceased)|(?:address|mail ?box|user|account)(?: \S+)? (?:has )?(?:moved|changed)|not our (?:user|customer)|user has moved|new address/,
  ),
  rule(
    'userunknown',
    '550 5.1.1 <x@example.com>: Recipient address rejected: User unknown in virtual mailbox table',
    /(?:user|recipient|account|address|mail ?box|addressee|local ?-?part|alias|person|destination|name|subscriber|customer)\S*(?: \S+)?(?: \S+)? (?:is |was |are )?(?:unknown|not (?:be )?(?:found|known|exist\w*|listed|available|valid|a valid|a known|recogni[sz]ed|local|registered)|unavailable|invalid|nonexistent|disabled, unknown)\b/,
  ),
  rule(
    'userunknown',
    '550 No such user here',
    /(?:no such|unknown|invalid|non-?existent|not a valid|not a known|unrouteable|undeliverable|bad|illegal|incorrect|no valid|unrecogni[sz]ed|not an active|no (?:known )?|not a )(?: or illegal)?(?: \S+)? ?(?:user|recipient|account|address|mail ?box|addressee|local ?-?part|alias|person|subscriber|e-?mail|destination|rcpt|member|customer)/,
  ),
  rule(
    'userunknown',
    "554 delivery error: dd This user doesn't have a example.com account (x@example.com) [0]",
    /(?:user|recipient|account|address|mail ?box|e-?mail|person)\S*(?: \S+){0,6} (?:doesn'?t|does ?not|do not|dosn't|don't|did not|didn't|no longer|not) (?:seem to |appear to |currently )?(?:exist|have an?|match|belong)|(?:does not|doesn't) exist|not exist\b|no (?:mailbox|account|user|recipient|person)\b(?: \S+){0,2} (?:here|by|with|on|at|for|exists?|found|named)|(?:isn't|is not) (?:an? )?(?:active|current|valid|known)/,
  ),
  rule(
    'userunknown',
    '550 5.1.1 RESOLVER.ADR.RecipNotFound; not found',
    /recip(?:ient)?notfound|not listed in|not found in (?:the )?(?:directory|table|database|address)|user ?unknown|unknown ?user|not in (?:the )?(?:address book|directory)|not (?:our|a local) (?:user|customer)|no one (?:here )?by that name|couldn't be found|wasn't found|could not be found|can ?not be found|lookup failure|email address could not/,
  ),
  ...userUnknownAbroad,
  rule(
    'userunknown',
    '550 5.4.1 [x@example.org]: Recipient address rejected: Access denied',
    /(?:recipient|mail ?box)(?: address(?:es)?)?:? (?:address )?(?:rejected|refused) ?[:.]? ?(?:access denied|\(?unknown|$)|(?:recipient|address) (?:rejected|refused)\.?$|resource not found|mailbox unavailable|not a valid mailbox/,
  ),
];

const mailboxAsleep: readonly ReplyRule[] = [
  rule(
    'suspend',
    '550-5.2.1 The email account that you tried to reach is inactive.',
    /(?:user|recipient|account|address|mail ?box|customer|domain)\S*(?: \S+){0,6} (?:is |has been |was |been |temporar\w+ |currently )+(?:\S+ )?(?:suspend|disabled|inactive|lock|frozen|deactivat|expired|closed|blocked|limited|not active|on hold|out of service|restricted)|(?:inactive|suspended|disabled|deactivated|expired|locked|closed|dormant) (?:user|account|recipient|mail ?box|e-?mail|address)|not (?:been )?activ/,
  ),
];

const onTheWay: readonly ReplyRule[] = [
  rule(
    'expired',
    'delivery temporarily suspended: connect to example.org[192.0.2.1]:25: Connection timed out',
    /expired|timed? ?out|time ?-?out|retry time|too long|been (?:delayed|in the queue)|(?:un)?able to deliver (?:\S+ ){0,4}(?:for|after|within)|could not be delivered (?:for|within|after)|giv(?:e|ing|en) up|undelivered for|will (?:be retried|retry|keep trying|continue)|delay(?:ed)?\b|did not accept our requests? to connect|(?:connection|connect)(?: \S+)? refused|not (?:be )?(?:delivered|sent) (?:in|for|after) \d/,
  ),
  rule(
    'networkerror',
    '554 5.4.6 Too many hops',
    /too many hops|(?:routing|mail|forward\w*) loop|loop(?:ing|s back|ed)?\b|hop ?count|no route to host|network (?:is )?(?:unreachable|error|problem)|(?:connection|session)(?: \S+)? (?:reset|lost|closed|dropped|broken|failed|terminated)|lost connection|dns (?:query|lookup|server|error|failure|temporary)|name server|could not connect|connect(?:ion)? (?:failed|to)|unable to connect|tls handshake/,
  ),
  rule(
    'onhold',
    '450 4.2.0 <x@example.com>: Recipient address rejected: Greylisted, see https://example.org/greylisting',
    /gr[ea]y ?-?list|(?:try|come back) (?:again|later)|temporar|please retry|deferred|on hold/,
  ),
  rule(
    'systemerror',
    '554 Service currently unavailable',
    /(?:system|server|internal|local|configuration|config|software|database|i\/o|input\/output|lookup|resources?)(?: \S+){0,2} (?:error|problem|failure|failed|unavailable|trouble|exhausted|insufficient)|service (?:\S+ )?(?:unavailable|refuse|not available)|insufficient (?:disk|system|storage)|disk (?:full|space)|cannot (?:open|create|write|allocate|lock)|can't (?:open|create|write)|command (?:died|failed|time|output)|unexpected|transaction failed|mailer|not capable/,
  ),
];

export const replyRules: readonly ReplyRule[] = [
  ...mailboxFull,
  ...unmistakable,
  ...tooBig,
  ...aboutUs,
  ...addressGone,
  ...mailboxAsleep,
  ...onTheWay,
];
