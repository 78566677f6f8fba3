/**
 * What mail apps put before the mail that they quote, as data: each sign with real words as its example
 * (docs/rules.md#the-part-above-the-quote). Each pattern is tried on one line of bounded length.
 */

interface Sign {
  readonly sample: string;
  readonly pattern: RegExp;
}

const sign = (sample: string, pattern: RegExp): Sign => ({ sample, pattern });

/** Verbs of the line that says who wrote the quoted mail, and when. The line ends with a colon. */
export const writtenSigns: readonly Sign[] = [
  sign('On Tue, 3 Mar 2026 at 10:00, Shop <orders@example.com> wrote:', /\b(?:wrote|writes)\s?[:：]$/i),
  sign('Le 3 mars 2026 à 10:00, Shop <orders@example.com> a écrit :', /\ba écrit\s?[:：]$/i),
  sign('El 3 mar 2026, a las 10:00, Shop <orders@example.com> escribió:', /\bescribió\s?[:：]$/i),
  sign('Em 3 de mar. de 2026, Shop <orders@example.com> escreveu:', /\bescreveu\s?[:：]$/i),
  sign('Il giorno 3 mar 2026 Shop <orders@example.com> ha scritto:', /\bha scritto\s?[:：]$/i),
  sign('ti 3. maalisk. 2026 klo 10.00 Shop (orders@example.com) kirjoitti:', /\bkirjoitti\s?[:：]$/i),
  sign('W dniu 3.03.2026 o 10:00 Shop napisał(a):', /\b(?:pisze|napisał(?:\(a\)|a)?)\s?[:：]$/i),
  sign('3 марта 2026 г., 10:00, Shop <orders@example.com> написал(а):', /(?:написал(?:\(а\)|а)?|пишет)\s?[:：]$/i),
  sign('Dne 3. 3. 2026 v 10:00 Shop <orders@example.com> napsal:', /\bnapsal(?:\(a\)|a)?\s?[:：]$/i),
  sign('3 Mar 2026 Sal, 10:00 tarihinde Shop <orders@example.com> şunu yazdı:', /\byazdı\s?[:：]$/i),
  sign('2026年3月3日(火) 10:00 Shop <orders@example.com> のメッセージ:', /(?:のメッセージ|は書きました)\s?[:：]$/),
  sign('Shop <orders@example.com> 于2026年3月3日周二 10:00写道：', /(?:写道|寫道)\s?[:：]$/),
  sign('2026년 3월 3일 (화) 오전 10:00, Shop <orders@example.com>님이 작성:', /작성\s?[:：]$/),
];

/** Verbs that stand before the name; beside them is a time or an address. */
export const verbSigns: readonly Sign[] = [
  sign('Am 3. März 2026 um 10:00 schrieb Shop <orders@example.com>:', /\bschrieb\b/i),
  sign('Op 3 mrt 2026 om 10:00 schreef Shop <orders@example.com>:', /\bschreef\b/i),
  sign('Den 3 mars 2026 10:00 skrev Shop <orders@example.com>:', /\bskrev\b/i),
];

/** Characters between the address and the colon. */
const afterAddress = 20;

/** Lines that stand alone before the whole quoted mail. */
export const originalSigns: readonly Sign[] = [
  sign('-----Original Message-----', /^[-_*=\s]{2,40}original (?:message|appointment)[-_*=\s]{0,40}$/i),
  sign('-----Ursprüngliche Nachricht-----', /^[-_*=\s]{2,40}ursprüngliche (?:nachricht|e-mail)[-_*=\s]{0,40}$/i),
  sign("-------- Message d'origine --------", /^[-_*=\s]{2,40}message (?:d['’]origine|original)[-_*=\s]{0,40}$/i),
  sign('-----Mensaje original-----', /^[-_*=\s]{2,40}mens(?:aje|agem) original[-_*=\s]{0,40}$/i),
  sign('-----Messaggio originale-----', /^[-_*=\s]{2,40}messaggio originale[-_*=\s]{0,40}$/i),
  sign('-----Oorspronkelijk bericht-----', /^[-_*=\s]{2,40}oorspronkelijk bericht[-_*=\s]{0,40}$/i),
  sign(
    '-----Oprindelig meddelelse-----',
    /^[-_*=\s]{2,40}(?:oprindelig|ursprungligt|opprinnelig) meddel(?:else|ande)[-_*=\s]{0,40}$/i,
  ),
  sign('-----Исходное сообщение-----', /^[-_*=\s]{2,40}(?:исходное|пересылаемое) сообщение[-_*=\s]{0,40}$/i),
  sign('-----邮件原件-----', /^[-_*=\s]{2,40}(?:邮件原件|原始邮件|原始郵件|元のメッセージ|원본 메시지)[-_*=\s]{0,40}$/),
];

/** Fields of the block that Outlook and others put before the quoted mail. */
const fromField =
  /^\*?(?:from|von|de|da|van|från|fra|od|от|发件人|寄件者|差出人|보낸 사람|kimden|lähettäjä)\s?[:：]\*?\s/i;
const otherField =
  /^\*?(?:sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|date|à|objet|enviado(?: el| em)?|fecha|para|asunto|assunto|data|inviato|a|oggetto|verzonden|aan|onderwerp|skickat|sendt|till|til|ämne|emne|wysłano|do|temat|отправлено|дата|кому|тема|发送时间|收件人|主题|寄件日期|收件者|主旨|送信日時|宛先|件名|보낸 날짜|받는 사람|제목|gönderme tarihi|kime|konu|lähetetty|vastaanottaja|aihe)\s?[:：]\*?/i;

/** Lines of such a block that are looked at, and fields besides the first that make one. */
const blockLines = 6;
const blockFields = 2;

const has = (signs: readonly Sign[], text: string) => signs.some(({ pattern }) => pattern.test(text));

/** Whether the text says who wrote what follows: `On … wrote:`. Apps break it into up to three lines. */
export function isAttribution(text: string): boolean {
  if (!/[:：]$/.test(text) || !/\d/.test(text)) return false;
  if (has(writtenSigns, text) || isDatedAddress(text)) return true;
  return has(verbSigns, text) && /@|\d[.:]\d\d/.test(text);
}

/** A date or a time with an address in angle brackets, and nothing after them but a colon: Gmail in other languages. */
function isDatedAddress(text: string): boolean {
  const close = text.lastIndexOf('>');
  const open = text.lastIndexOf('<', close);
  if (open < 1 || close < open || text.length - close > afterAddress + 2) return false;
  return /\d/.test(text.slice(0, open)) && /^[^\s<>@]{1,64}@[^\s<>@]{1,254}$/.test(text.slice(open + 1, close));
}

export const isOriginalMark = (line: string): boolean => has(originalSigns, line);

/** Whether a block of header fields begins at the first of `lines`. */
export function beginsBlock(lines: readonly string[]): boolean {
  const [first = '', ...others] = lines.slice(0, blockLines);
  if (!fromField.test(`${first} `)) return false;
  return others.filter((line) => otherField.test(line)).length >= blockFields;
}
