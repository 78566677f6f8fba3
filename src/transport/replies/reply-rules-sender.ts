/**
 * Rejections of our own address, domain or account, as data: part of reply-rules.ts, which explains the form of rules.
 * They come before the rules about recipients, which say the same things of another subject.
 */
import { near, type ReplyRule, replyRule as rule } from './reply-rule.ts';

/** Words for our side: our address, its domain, our From field, our host. */
const us =
  /\b(?:sender(?:'?s)?|originators?|(?:return|reverse|bounce|reply)[- ]?(?:path|address)|mail[ -]?from|envelope[- ](?:from|address)|from[- ](?:header|address|domain|field|line)|header[- ]from|from:|532[12]\.(?:mail)?from|(?:sending|originating) (?:domain|address|host|server|account|mail ?box|user|system|organi[sz]ation)|your (?:own )?(?:e-?mail |mail |sending |sender |envelope |from |smtp |return )?(?:address|domain|host|hostname|server)|helo|ehlo|ouraddress|ourdomain|ourhost)\b/;

/** The same, where a word before it has the predicate: "unknown sender". */
const ourName =
  /(?:<?(?:ouraddress|ourdomain|ourhost)|(?:e-?mail |the |your |envelope |message |header )?(?:senders?(?:'?s)?\b|originator|return[- ]?path|return address|reverse[- ]?path|mail[ -]?from|from:|from (?:header|address|domain|field)|header[- ]from|sending (?:domain|address|host|account|mail ?box)|your (?:e-?mail |mail )?(?:address|domain|host|hostname|server)))/;

const faulty =
  /(?:(?:(?:does|do|did|could|can|is|was|are|has|have|must)(?: ?not|n't|n\u2019t)|cannot) (?:seem to |appear to |be |currently |have )?(?:exist|found|known|valid|resolv\w{1,4}|verif\w{1,5}|deliverable|reachable|registered|rout\w{1,5}|an? (?:valid|known|mx|dns)|mx\b|accept|receive|located|recogni[sz]ed|allowed|permitted|authori[sz]ed)|unknown|invalid|non-?existent|no such|no (?:valid )?(?:mx|a|dns|mail|mailbox|record|user)\b|(?:has|have|with) no\b|not (?:found|exist|known|valid|verified|registered|deliverable|resolvable|a member|active)|no longer|nxdomain|unresolvable|unroute?able|undeliverable|must (?:exist|resolve|have)|(?:is |was |has been |temporarily )?(?:suspended|disabled|locked|inactive|closed|expired|deleted|blocked|full|limited|restricted|rejected|denied|refused)\b|over quota|verification failed|verify failed|unavailable|not available)/;

export const aboutOurAddress: readonly ReplyRule[] = [
  rule(
    'rejected',
    '550 5.1.8 <b+1.a@bounces.acme.example>: Domain not found',
    near(us, 4, faulty),
    near(
      /\b(?:unknown|invalid|no such|bad|illegal|non-?existent|unresolvable|unverified|unverifiable|undeliverable|disabled|unroute?able|forged|fake|rejected(?= )|denied(?= )|refused(?= ))\b/,
      0,
      ourName,
    ),
    near(/\b(?:no|without)(?: an?)?(?: valid)? (?:mx|a|dns|mail)\b/, 4, ourName),
  ),
  rule(
    'rejected',
    '550 Could not resolve the domain of the sender',
    near(
      /\b(?:(?:could not|couldn't|can't|cannot|can ?not|unable to|failed to|failure to|error) (?:verify|validate|resolve|resolving|find|reach|look ?up|route to|check|confirm)(?:ing)?|verification (?:failed )?(?:for|of)|(?:verify|verification) (?:failed|failure):?)\b/,
      4,
      ourName,
    ),
    near(
      /\b(?:domain|address|mail ?box|account|host|hostname|user|mx|part)(?: name)? (?:of|in|from|for)(?: the| your| our| this)?(?: message's| mail's)?\b/,
      0,
      ourName,
    ),
    near(/\b(?:unknown|invalid|host|hostname|name)\b/, 3, /(?:in|of|for) (?:the |your )?(?:helo|ehlo)\b/),
    /(?:sender|return path|from) (?:address )?(?:verify|verification|validation|check|call-?out|call-?back)\b|verify (?:sender|mail ?from)\b/,
    near(
      /\b(?:address|account|mail ?box|domain|host|server)(?: that| which)? (?:you|this (?:mail|message)) /,
      2,
      /(?:from|sent by)\b/,
    ),
  ),
  rule(
    'rejected',
    '550 Der Absender ist unbekannt',
    near(/absender/, 3, /(?:existiert|unbekannt|ungültig|nicht|abgelehnt|gesperrt|falsch)/),
    near(/(?:unbekannte|ungültige)[rs]?/, 0, /absender/),
    near(/exp[ée]diteur|[ée]metteur/, 3, /(?:inconnu|invalide|inexistant|n'existe|refus|introuvable|bloqu)/),
    near(/remitente|remetente/, 3, /(?:no |não |inexistente|desconocid|desconhecid|inválid|rechaz|rejeitad)/),
    near(/mittente/, 3, /(?:inesistente|sconosciut|non |rifiutat|è inesistente)/),
    near(/afzender|nadawc|avsändar|avsender|afsender|gönderen|gönderici|odesílatel/, 4, /[^.!?]/),
    near(/отправител/, 4, /(?:не |неизвест|отклон)/),
    /(?:发件人|寄件人|寄件者|发信)[^。.!?]{0,20}(?:不存在|无效|無效|拒|未|不)/,
    /(?:送信者|差出人|送信元)[^。.!?]{0,20}(?:存在|不明|無効|拒否|見つ)|(?:발신자|보낸 ?사람|송신자)[^.!?]{0,20}(?:존재하지|없|거부|알 수)/,
  ),
];

/** Accounts exist where somebody sends: a relay, or a system that knows the sender as its customer. */
const allowance = /(?:quota|limits?|allowance|rate|credits?)\b/;

export const aboutOurAccount: readonly ReplyRule[] = [
  rule(
    'account',
    '550 5.4.5 Daily user sending quota exceeded.',
    near(
      /\b(?:sending|outgoing|outbound|smtp|submission|organi[sz]ation(?:'s)?|tenant|customer|plan(?:'s)?|subscription|relay(?:ing)?|queue|daily|hourly|monthly|weekly|your)\b/,
      3,
      allowance,
    ),
    near(
      /\b(?:quota|limit|allowance)\b/,
      3,
      /(?:for|of|to) (?:sending|the organi[sz]ation|the tenant|your|outgoing|outbound)\b/,
    ),
    /\b(?:daily|hourly|monthly|weekly)(?: \w{1,12})? (?:quota|limit|allowance)|per (?:month|billing)|organi[sz]ation(?:al)? (?:queue )?quota/,
    /throttling failure|throttl(?:ed|ing):? (?:the )?(?:maximum|max|sending|daily)|(?:maximum|max) sending rate/,
  ),
  rule(
    'account',
    '550 Your account is suspended',
    /\b(?:your|smtp|sending|sender|relay|api|authenticated)(?:'s)?(?: e-?mail| mail| smtp| user| hosting)? (?:account|plan|subscription|mail ?box|login|key|package|trial|licen[cs]e)s?\b/,
    /\bplan (?:is )?(?:exhausted|exceeded|used up|expired)|upgrade your|out of credits?|no credits?\b|insufficient (?:credits?|balance|funds)/,
    near(
      /\b(?:user|account|domain|you|sender|customer|workspace|service)\b/,
      4,
      /(?:suspended|blocked|disabled|barred|banned|restricted|prevented|not allowed|not permitted) from (?:sending|relaying|using|submitting)/,
    ),
  ),
  rule(
    'account',
    '535 5.7.8 User name or password unknown',
    near(
      /\b(?:user ?name|password|credentials?|log ?in|authentication|api[- ]key)\b/,
      4,
      /(?:unknown|invalid|wrong|incorrect|fail\w{0,4}|rejected|expired|not (?:accepted|valid|recogni[sz]ed)|do(?:es)? not)/,
    ),
    near(/\b(?:unknown|invalid|wrong|incorrect|bad)\b/, 1, /(?:user ?name|password|credentials?|log ?in|api[- ]key)/),
  ),
];
