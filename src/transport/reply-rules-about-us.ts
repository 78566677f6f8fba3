/** Refusals for what we are or what we send, as data: part of reply-rules.ts, which says how rules are written. */
import { type ReplyRule, replyRule as rule } from './reply-rule.ts';

/** Said of us, our address or our content, even where a user is named as well. */
export const aboutUs: readonly ReplyRule[] = [
  rule(
    'filtered',
    '550 5.1.1 RCP-P2 Refused due to recipient preferences',
    /(?:recipient|user)(?:'s)? (?:preferences|settings|filters?)|(?:blocked|rejected|refused) by (?:the )?(?:recipient|user)|(?:recipient|user)(?: \S+)? (?:opted out|unsubscribed)/,
  ),
  rule(
    'blocked',
    '550 5.1.1 Access denied - Invalid HELO name (See RFC2821 4.1.1.1)',
    /(?:invalid|bad|illegal|forged|your|need)(?: \S+){0,2} (?:helo|ehlo)\b|\b(?:helo|ehlo)(?: \S+){0,2} (?:invalid|rejected|refused|name|must|required)/,
  ),
  rule(
    'authfailure',
    "554 5.7.1 Your message was rejected due to example.org's DMARC policy.",
    /\bdmarc\b|\bspf\b|\bdkim\b|sender policy framework|domainkeys|sender is unauthenticated|unauthenticated (?:e?-?mail|message)|sender id\b|authentication (?:checks|requirements)/,
  ),
  rule(
    'requireptr',
    '550 5.7.25 The IP address sending this message does not have a PTR record setup',
    /\bptr\b|reverse (?:dns|address|name|lookup|mapping)|\brdns\b|(?:cannot|can't|unable to|could not) (?:find|resolve|verify) your (?:reverse|hostname|host name|ip)|(?:client host|ip) (?:name )?(?:lookup failed|rejected: cannot find)|no reverse/,
  ),
  rule(
    'blocked',
    '554 5.7.1 Service unavailable; Client host [192.0.2.2] blocked using zen.spamhaus.org',
    /\b(?:rbl|dnsbl|dul|uribl)\b|black ?-?list|block ?-?list|deny ?-?list|spamhaus|spamcop|sorbs|barracuda(?:central| reputation)|senderscore|proofpoint|cloudmark|banned (?:sending )?ip|(?<!not )(?:blocked|listed) (?:using|by|in|at|on|from|for)\b/,
  ),
  rule(
    'blocked',
    '550 5.7.1 Our system has detected that this message is suspicious due to the very low reputation of the sending IP',
    /reputation|poor sender|invalid ip for sending|(?:your|sending|client|connecting|source)(?: \S+){0,4} (?:ip|host|server|address|network|isp)\S*(?: \S+){0,6} (?:block|ban|list|reject|denied|refus|not (?:allowed|permitted|welcome|authori))|ip (?:address )?\S* (?:is |has been |was )?(?:block|ban|reject)|(?:client|ip)(?: host)? (?:\S+ )?(?:rejected|blocked|banned)|blocked ip|blocked by/,
  ),
  rule(
    'blocked',
    '554 mx.example.com ESMTP not accepting connections',
    /not accepting (?:connections|mail from|messages from)|refused to talk to me|(?:connections?|mail|messages?|e-?mails?) (?:is |are |were )?(?:not |no longer )(?:accepted|allowed|permitted|accepting) from|access denied[,.:]? (?:banned|your ip|ip)|dynamic(?:ally)? (?:ip|assigned|address|host)|dial-?up|use (?:the|your) (?:smtp|isp|mail)(?: mail)?(?: relay| server)? (?:server )?(?:of|from|at|instead)/,
  ),
  rule(
    'toomanyconn',
    '452 4.3.2 Connection rate limit exceeded.',
    /too many (?:connections|recipients|sessions|messages|mails|emails|concurrent|errors|invalid|hops from)|(?:connection|frequency|rate|message|sending|mail) (?:rate |frequency )?(?:limit|limited|throttl)\S*|rate ?-?limit|throttl|unusual rate|receiving mail at a rate|(?:max\S*|daily|hourly)(?: \S+){0,3} (?:exceeded|per (?:hour|day|connection))/,
  ),
  rule(
    'norelaying',
    '554 5.7.1 <x@example.com>: Relay access denied',
    /relay(?:ing)?(?: \S+){0,3} (?:denied|not (?:permitted|allowed)|prohibited|rejected|disabled)|(?:no|not|cannot|can't|unable to|don't|not permitted to|not allowed to|insecure mail) relay|we do not relay|relay not|mail server is not (?:configured|permitted)|rcpthosts|not authori[sz]ed to (?:send|relay)|is not local|that domain isn't in my list|not verified\. the following identities/,
  ),
  rule(
    'virusdetected',
    '554 5.7.1 Message refused: virus found',
    /\bvirus(?:es)?\b|malware|infected|trojan|\bworm\b|malicious|mcspamsignature|phish/,
  ),
  rule(
    'spamdetected',
    '550 5.7.1 Message content rejected, UBE, id=00000-22-225',
    /\bspam(?:my|-like|ming)?\b|\bube\b|\buce\b|\bjunk\b|unsolicited|bulk (?:e-?)?mail|message content rejected|looks like|bogofilter|high(?:ly)? (?:scor|suspicious)|score too|content (?:filter|was blocked)|bayes/,
  ),
  rule(
    'policyviolation',
    '554 5.7.9 Message not accepted for policy reasons. See https://postmaster.example.com/error-codes',
    /polic(?:y|ies)|(?:message|mail|e-?mail) (?:was |is |has been |not )?(?:refused|rejected|blocked|accepted) (?:by|due|for|because)|administrative(?:ly)? (?:prohibition|denied|reject)|prohibited|terms of service/,
  ),
  rule(
    'contenterror',
    '550-5.7.1 This message is not RFC 5322 compliant. There are multiple Subject headers.',
    /not rfc|rfc ?\d+ (?:compliant|violation)|multiple (?:addresses|\S+ headers?|from)|(?:header|mime|message|content|attachment|body|encoding)s?(?: \S+){0,4} (?:malformed|invalid|error|missing|not (?:allowed|acceptable|accepted|permitted))|(?:improper|illegal|bad|missing|malformed|invalid)(?: \S+)? (?:header|mime|message format|encod|from|subject|attachment|content)|bare (?:lf|linefeed|newline|cr)|(?:8-?bit|charset|attachment|executable)(?: \S+){0,6} (?:not|reject|block)/,
  ),
  rule(
    'securityerror',
    '550 Unauthenticated senders not allowed',
    /(?:un)?authenticated sender|authentication (?:required|failed|is required)|(?:must|need to) (?:authenticate|issue a starttls)|tls (?:is )?(?:required|not)|encryption|certificate|require\S* tls|smtp ?auth|only verified users|verification failed/,
  ),
  rule(
    'rejected',
    '553 5.1.8 <x@example.com>... Domain of sender address x@example.com does not exist',
    /sender(?: e-?mail)?(?:'s)?(?: address| domain| verify| verification| \S+)?(?: \S+)? (?:rejected|reject|denied|refused|unknown|not|failed|does|invalid|has no|is not|could not|domain)|(?:invalid|unknown|bad|denied|refuse|unresolvable) (?:sender|mail from|from address|return path)|domain of sender|mail from (?:\S+ )?(?:\S+ )?(?:domain|address|not)|(?:sender|from) address|sending to\/from|return ?-?path|backscatter|you are not (?:allowed|permitted|a member|authori[sz]ed)|not (?:a member|allowed to (?:post|send))|(?:temporarily|been) deferred due to|permission to post|user complaints/,
  ),
];
