/**
 * Decides whether a mail without machine-readable fields is a report, as data: each sign with real words as its
 * example.
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

/** Subjects of automatic replies for an absent person. */
export const awaySigns: readonly Sign[] = [
  sign('Out of the office: Your order', /out of (?:the )?office|\booo\b|vacation|away from/i),
  sign('Automatic reply: Your order', /auto(?:matic|mated)?[- ]?(?:reply|response|answer|responder)|^auto: /i),
  sign('Automatische Antwort: Ihre Bestellung', /automati(?:sche[rs]?|sch) ?(?:antwort|antwoord)|abwesen|afwezig/i),
  sign('Réponse automatique : Votre commande', /réponse automatique|absence|hors du bureau/i),
  sign('Respuesta automática: Su pedido', /respuesta automática|fuera de la oficina/i),
  sign('Risposta automatica: Il tuo ordine', /risposta automatica|fuori (?:sede|ufficio)/i),
  sign('Resposta automática: O seu pedido', /resposta automática|fora do escritório|ausência/i),
  sign('Автоответ: Ваш заказ', /автоответ|автоматический ответ/i),
  sign('自動応答: ご注文', /自動(?:応答|返信)|不在/),
  sign('自动回复: 您的订单', /自动(?:回复|答复)|自動(?:回覆|回复)/),
];

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

export function isDelay({ header, text }: ReportParts): boolean {
  if (gaveUp.test(text)) return false;
  const subject = header.get('subject') ?? '';
  // Some warn of a delivery that failed.
  return told(waitingSigns, text) || (told(delaySigns, subject) && !/fail|undeliver|returned/i.test(subject));
}

/** Fields of automatic replies. */
const autoReplyFields: readonly string[] = [
  'x-autoreply',
  'x-auto-reply',
  'x-autorespond',
  'x-autoreply-from',
  'x-auto-reply-from',
];

/** Decides the kind of a mail without a delivery status and without an abuse report. */
export function judgeKind(parts: ReportParts): 'bounce' | 'auto_reply' | 'other' {
  if (parts.disposition) return 'auto_reply';
  if (fromMailSystem(parts)) return 'bounce';
  const { header, text } = parts;
  const subject = header.get('subject') ?? '';
  const quotes = parts.original.size > 0;
  if (quotes ? told(failureSigns, subject) || told(failureSigns, text) : told(failureSigns, subject) && isAbout(text)) {
    return 'bounce';
  }
  if (/^error: .*(?:user|address|mailbox)|requested action not taken/im.test(text)) return 'bounce';
  const automatic = /^auto-(?:replied|generated|notified)/i.test(header.get('auto-submitted') ?? '');
  const answers = automatic || autoReplyFields.some((name) => header.has(name)) || told(awaySigns, subject);
  return answers || /auto_reply/i.test(header.get('precedence') ?? '') ? 'auto_reply' : 'other';
}

/** A report names an address or repeats a reply; people who write about a failed delivery do not. */
function isAbout(text: string): boolean {
  return /[^\s@]@[\w-]+\.\w|(?:^|\s|#)[45](?:\d\d|\.\d\.\d)\b/.test(text);
}

export function fromMailSystem({ header }: ReportParts): boolean {
  if (header.has('x-failed-recipients')) return true;
  const from = `${header.get('from') ?? ''} ${header.get('return-path') ?? ''}`;
  return /mailer[-_. ]?daemon|post[-_ ]?master|mail[ .]deliver(?:y)?[ .](?:sub)?system|mail (?:delivery )?administrator/i.test(
    from,
  );
}
