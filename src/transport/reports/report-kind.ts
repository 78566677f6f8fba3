/**
 * Decides whether a mail without machine-readable fields is a report, as data: each sign with real words as its example
 * (docs/rules.md#what-counts-as-a-report, docs/rules.md#what-one-mail-allows).
 */
import type { ReportParts } from './report-parts.ts';

interface Sign {
  readonly sample: string;
  readonly pattern: RegExp;
}

const sign = (sample: string, pattern: RegExp): Sign => ({ sample, pattern });

/** Subjects and words of systems that return a mail. */
export const failureSigns: readonly Sign[] = [
  sign('Undeliverable: Your order', /undeliver|not (?:be )?delivered|returned mail|loop alert/i),
  sign(
    'Mail delivery failed: returning message to sender',
    /(?:delivery|mail) (?:\S+ )?(?:fail|error|status|problem)/i,
  ),
  sign('failure notice', /fail(?:ure|ed) (?:notice|delivery)/i),
  sign('Unzustellbar: Ihre Bestellung', /unzustellbar|nicht zugestellt werden|zustellung fehlgeschlagen/i),
  sign('Échec de remise du message', /échec de (?:la )?remise|(?:message|non) remis\b|n'a pas pu être remis/i),
  sign('No se puede entregar: Su pedido', /no se (?:puede|pudo|ha podido) entregar|no entregado/i),
  sign(
    'Avviso di mancata consegna',
    /mancata consegna|non (?:recapitabile|consegnato)|impossibile (?:consegnare|recapitare)/i,
  ),
  sign('Falha na entrega da mensagem', /falha na entrega|não (?:foi|pôde ser) entregue/i),
  sign('Onbestelbaar: Uw bestelling', /onbestelbaar|niet (?:worden )?bezorgd/i),
  sign('Недоставленное сообщение', /недоставлен|не (?:может быть )?доставлен|не удалось доставить/i),
  sign('メール配信エラー通知', /(?:配信|配送|送信)(?:エラー|不能|失敗|できません)|不達/),
  sign('系统退信/Systems bounce', /退信|投递失败|systems? bounce/i),
];

/** Subjects of automatic replies: of an absent person, of a help desk. */
export const awaySigns: readonly Sign[] = [
  sign(
    'Out of the office: Your order',
    /out of (?:the )?office|\booo\b|vacation|away from|(?:annual|parental|maternity|sick) leave/i,
  ),
  sign(
    'Automatic reply: Your order',
    /auto(?:matic|mated)?[- ]?(?:reply|response|answer|responder|acknowledg)|^auto: /i,
  ),
  sign(
    'Automatische Antwort: Ihre Bestellung',
    /automati(?:sche[rs]?|sch) ?(?:antwort|antwoord)|abwesen|afwezig|ik ben er niet/i,
  ),
  sign('Réponse automatique : Votre commande', /réponse auto|absence|hors du bureau|absent du bureau/i),
  sign('Respuesta automática: Su pedido', /respuesta automática|autorrespuesta|fuera de la oficina|ausencia/i),
  sign('Risposta automatica: Il tuo ordine', /risposta automatica|fuori (?:sede|ufficio)|assenza/i),
  sign('Resposta automática: O seu pedido', /resposta automá?à?tica|fora do escritório|ausência/i),
  sign(
    'Автоответ: Ваш заказ',
    /автоответ|автоматическ\S{1,3} ответ|автоматична відповідь|автоматичен отговор|вне офиса/i,
  ),
  sign('自動応答: ご注文', /自動(?:応答|返信)|不在/),
  sign('自动回复: 您的订单', /自动(?:回复|答复)|自動(?:回覆|回复)|外出/),
  sign(
    'Autosvar: Din beställning',
    /auto(?:matisk(?:t)?[- ]?)?svar\b|frånvaro|fravær|automaattinen vastaus|poissa(?:olo)?\b/i,
  ),
  sign(
    'Automatyczna odpowiedź: Zamówienie',
    /auto(?:matyczna)? ?odpowied|nieobecno|automatick[áé] odpov|nepřítomn|automatikus válasz|házon kívül|automatski odgovor|samodejni odgovor|răspuns automat/i,
  ),
  sign(
    'Otomatik Yanıt: Sipariş',
    /otomatik (?:yanıt|cevap)|ofis dışı|αυτόματη απάντηση|εκτός γραφείου|מענה אוטומטי|תשובה אוטומטית|رد (?:تلقائي|آلي)/i,
  ),
  sign('자동 회신: 주문', /자동 ?(?:회신|응답)|부재 ?중|trả lời tự động|balasan otomatis|ตอบกลับอัตโนมัติ/i),
  sign('Automatinis atsakymas: Užsakymas', /automatinis atsakym|automātisk. atbild|automaatvastus/i),
  sign(
    '[Ticket #5501] Your order',
    /\[(?:[\w -]{0,20}(?:ticket|case|request|anfrage|vorgang)|#)[^\]\n]{0,30}\d|\b(?:ticket|case|request)(?: id)? ?[#:] ?\d|\b(?:ticket|request|case)(?: \S{1,20})? (?:received|created|opened|closed)\b/i,
  ),
];

/** Words of automatic replies that say so in no field and no subject. */
const awayWords =
  /no longer (?:works?|working|employed)\b|has left (?:the|our) (?:company|firm|organi[sz]ation)|this is an auto(?:matic|mated|matically generated)[ -](?:reply|response|message|answer)|(?:i am|i'm|i will be) (?:currently )?(?:out of (?:the )?office|on (?:vacation|holiday|leave|annual|maternity|parental))|arbeitet nicht mehr|ne travaille plus|ya no trabaja|non lavora più|werkt (?:hier )?niet meer/i;

/** Subjects of reports about a delay: the other side continues trying. */
export const delaySigns: readonly Sign[] = [
  sign('Warning: message 1kABCD-0001 delayed 24 hours', /\b(?:delay(?:ed)?|warning|still being retried)\b/i),
  sign('Verzögert: Ihre Bestellung', /verzöger|retardé|différé|retrasad|in ritardo|atrasad|vertraagd|задерж|遅延/i),
];

const told = (signs: readonly Sign[], text: string): boolean => signs.some(({ pattern }) => pattern.test(text));

/** Words of reports that reject nothing and need no action. */
export const waitingSigns: readonly Sign[] = [
  sign('** THIS IS A WARNING MESSAGE ONLY **', /this is a (?:delivery )?warning(?: message)? only/i),
  sign('YOU DO NOT NEED TO RESEND YOUR MESSAGE', /you do not need to re-?send/i),
  sign(
    'The message will be retried for 2 more days',
    /will be re-?(?:tried|attempted) (?:for|until|every|in|at|again)/i,
  ),
  sign('We will keep trying to deliver it', /will (?:keep|continue) (?:trying|to try|attempting|to attempt|retrying)/i),
  sign('Delivery attempts will continue to be made', /delivery attempts will (?:be )?continue/i),
  sign(
    'Your message is still in the queue',
    /(?:is|are|remains) still (?:in (?:the|our) (?:\w{1,10} )?queue|queued|being retried)/i,
  ),
  sign('Die Zustellung wird weiter versucht', /wird weiter(?:hin)? versucht|no es necesario que (?:vuelva|reenv)/i),
];

/** Words that never occur in a warning. */
const gaveUp =
  /will not be retried|no further (?:delivery )?attempts|giv(?:en|ing) up|permanent (?:fatal )?error|delivery has failed/i;

/** Whether the subject is that of an automatic reply. */
export const isAwaySubject = (subject: string): boolean => told(awaySigns, subject);

export function isDelay({ header, text }: ReportParts): boolean {
  if (gaveUp.test(text)) return false;
  const subject = header.get('subject') ?? '';
  // Some warn of a delivery that failed.
  return told(waitingSigns, text) || (told(delaySigns, subject) && !/fail|undeliver|returned/i.test(subject));
}

/** Fields of automatic replies. */
export const autoReplyFields: readonly string[] = [
  'x-autoreply',
  'x-auto-reply',
  'x-autorespond',
  'x-autoresponder',
  'x-autoreply-from',
  'x-auto-reply-from',
  'x-mail-autoreply',
  'x-auto-response-suppress',
  'x-vacation',
];

/** Words of a system about mail that it has, or has passed on. */
export const handledSigns: readonly Sign[] = [
  sign('Your message was put into quarantine', /quarantin|quarantäne|cuarentena|quarantena|карантин|隔离|隔離/i),
  sign(
    'Your message is held for review',
    /\bheld (?:for|pending|until|by)|(?:waiting|awaits?|pending) (?:for )?(?:approval|review|release|moderation)/i,
  ),
  sign(
    'Your message was delivered successfully',
    /success(?:ful)?(?:ly)?\b|erfolgreich|avec succès|con successo|correctamente|com sucesso|успешно/i,
  ),
  sign(
    'The mail has been received',
    /(?:was|has been|have been|is) (?:received|delivered|accepted|passed on|queued|forwarded|released|complete)\b|^(?:delivered|relayed|expanded):/i,
  ),
];

/** Decides the kind of a mail without a delivery status and without an abuse report. */
export function judgeKind(parts: ReportParts): 'bounce' | 'auto_reply' | 'other' {
  if (parts.disposition) return 'auto_reply';
  const { header, text } = parts;
  const subject = header.get('subject') ?? '';
  if (fromMailSystem(parts) && !isLetterOfOwner(parts, subject)) return wasHandled(subject, text) ? 'other' : 'bounce';
  // What a person or a robot says of a failure is no report, whatever subject of ours it repeats.
  const submitted = (header.get('auto-submitted') ?? '').trim().toLowerCase();
  const answers =
    submitted.startsWith('auto-replied') ||
    autoReplyFields.some((name) => header.has(name)) ||
    /auto[_-]?reply/i.test(header.get('precedence') ?? '') ||
    told(awaySigns, subject);
  if (answers) return 'auto_reply';
  if (hasFormOfReport(parts, subject)) return 'bounce';
  const automatic = submitted.startsWith('auto-') || awayWords.test(text);
  return automatic ? 'auto_reply' : 'other';
}

/** People write as postmaster too, and then of no failure. */
function isLetterOfOwner({ header, text, original }: ReportParts, subject: string): boolean {
  const from = header.get('from') ?? '';
  if (daemon.test(from) || header.has('x-failed-recipients') || original.size > 0) return false;
  const speaks = told(failureSigns, subject) || told(failureSigns, text) || reportLine.test(text);
  return !speaks && !told(delaySigns, subject) && !/\b[45]\d\d\b|\b[45]\.\d\.\d/.test(text);
}

const daemon = /mailer[-_. ]?daemon|mail[ .]deliver(?:y)?[ .](?:sub)?system/i;

/** Success, a delay without words of it, and quarantine are no failure. */
function wasHandled(subject: string, text: string): boolean {
  if (told(handledSigns, subject)) return !gaveUp.test(text);
  return (
    told(handledSigns, text) && !told(failureSigns, subject) && !told(failureSigns, text) && !reportLine.test(text)
  );
}

/** Subjects of answers of people, in their languages. */
export const answered = /^\s*(?:re|aw|sv|antw|vs|odp|ynt|回复|答复|ответ|r|tr|fwd?|wg)\s*(?:\[\d{1,3}\])?:/i;

/** Lines that reports have, and people do not write: an address with its reply, and a reply with its command. */
const reportLine =
  /^[ \t>]{0,8}["<]?[^\s<>@"]{1,64}@[\w.-]{1,255}[">]?(?: \([^)\n]{1,100}\))?(?::|[,;]? *\n?[ \t]*(?:smtp[;:] ?)?[45]\d\d[ -])|(?:said|replied|responded|returned|reason|response|error)\b[^\n]{0,80}[:;] ?<?[45]\d\d[ -]|^[ \t]{0,8}[45]\d\d[ -]#?[45]\.\d{1,3}\.\d|\(in reply to \w{2,10}|^[ \t]*(?:>>>|<<<|-->|<--) |(?:delivered|reach|failed|undeliverable|deliver(?:y)?)\b[^\n]{0,60}:\s{0,20}<[^\s<>@]{1,64}@|^error: [^\n]{0,200}(?:user|address|mailbox)|requested action not taken/im;

/** A sender that is no mail system reports in the form of one alone. */
function hasFormOfReport({ text, original }: ReportParts, subject: string): boolean {
  const failed = told(failureSigns, subject) || told(failureSigns, text);
  const returned = original.has('received') || original.has('message-id') || original.has('return-path');
  if (returned && failed && !answered.test(subject)) return true;
  return (
    reportLine.test(text) && !answered.test(subject) && (failed || /^error: |requested action not taken/im.test(text))
  );
}

export function fromMailSystem({ header }: Pick<ReportParts, 'header'>): boolean {
  if (header.has('x-failed-recipients')) return true;
  const from = `${header.get('from') ?? ''} ${header.get('return-path') ?? ''}`;
  return /mailer[-_. ]?daemon|post[-_ ]?master|mail[ .]deliver(?:y)?[ .](?:sub)?system|mail (?:delivery )?administrator/i.test(
    from,
  );
}
