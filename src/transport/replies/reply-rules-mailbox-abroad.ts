/** Full and sleeping mailboxes in other languages than English, as data: part of reply-rules.ts. */
import { near, type ReplyRule, replyRule as rule } from './reply-rule.ts';

export const mailboxFullAbroad: readonly ReplyRule[] = [
  rule(
    'mailboxfull',
    'Das Postfach des Empfängers ist voll (Speicherplatz überschritten).',
    near(/postfach|mailbox/, 5, /(?:voll|überfüllt)/),
    near(/speicherplatz|kontingent/, 4, /(?:überschritten|erschöpft)/),
  ),
  rule(
    'mailboxfull',
    'La boîte aux lettres du destinataire est pleine (quota dépassé).',
    near(/bo[iî]te/, 6, /(?:pleine|saturée)/),
    near(/quota/, 4, /dépassé/),
    near(/dépass/, 3, /quota/),
  ),
  rule(
    'mailboxfull',
    'El buzón del destinatario está lleno.',
    near(/buz[oó]n/, 5, /(?:lleno|completo)/),
    near(/cuota/, 4, /(?:excedida|superada)/),
  ),
  rule(
    'mailboxfull',
    'La casella di posta del destinatario è piena.',
    near(/casella/, 6, /piena/),
    near(/quota|spazio/, 4, /(?:superata|esaurito)/),
  ),
  rule(
    'mailboxfull',
    'A caixa postal do destinatário está cheia',
    near(/caixa/, 6, /cheia/),
    near(/quota/, 4, /excedida/),
  ),
  rule(
    'mailboxfull',
    'Het postvak van de geadresseerde is vol.',
    near(/postvak|mailbox|postbus/, 6, /vol(?:$|[ .,)])/),
  ),
  rule(
    'mailboxfull',
    'Ящик получателя переполнен',
    near(/ящик/, 5, /(?:переполнен|полон)/),
    near(/превышен/, 1, /квот/),
  ),
  rule(
    'mailboxfull',
    '宛先のメールボックスの容量が一杯です。',
    /(?:容量|メールボックス|受信箱)[^。 ]{0,20}(?:一杯|いっぱい|超過|超え|オーバー)/,
  ),
  rule('mailboxfull', '收件人邮箱空间已满,邮件无法送达。', /(?:邮箱|信箱|容量|空间)[^。 ]{0,20}(?:已满|不足|超过限制)/),
  rule(
    'mailboxfull',
    '사서함 용량이 초과되었습니다',
    /(?:용량|사서함|편지함|메일함|우편함)[^.!?]{0,16}(?:초과|가득|꽉)/,
  ),
  rule(
    'mailboxfull',
    'Skrzynka odbiorcy jest przepełniona',
    near(
      /skrzynka|schránka|brevlåda\w{0,4}|postka?sse\w{0,3}|innboks\w{0,3}|postafiók|căsuța|kutusu|postilaatikko/,
      4,
      /(?:pełna|przepełnion|plná|full\b|fuld|megtelt|plină|dolu|täynnä)/,
    ),
    near(/przekroczon|překročen|kotası|kota/, 3, /(?:limit|kvót|pojemno|dolu|doldu|aş)/),
    near(/скринька|скриньк/, 3, /переповнен/),
    /γραμματοκιβώτιο[^.!?]{0,30}πλήρ|เต็ม|hộp thư[^.!?]{0,20}đầy|kotak[^.!?]{0,20}penuh|תיבה מלאה|ممتلئ/,
  ),
];

/** Not for good: suspended, blocked, asleep. */
export const mailboxAsleepAbroad: readonly ReplyRule[] = [
  rule(
    'suspend',
    '550 Das Postfach ist gesperrt',
    near(/postfach|konto|empfänger|benutzer|mailbox/, 4, /(?:gesperrt|inaktiv|stillgelegt)/),
    near(/compte|bo[iî]te|destinataire|utilisateur/, 4, /(?:suspendue?|inacti(?:f|ve)|bloquée?)/),
    near(
      /cuenta|buz[oó]n|usuario|destinatario|conta|caixa|usuário|destinatário/,
      4,
      /(?:suspendid|suspens|inactiv|inativ|bloquead)/,
    ),
    near(/casella|utente|destinatario|account/, 4, /(?:sospes|inattiv|bloccat)/),
    near(/konto|skrzynka|účet|schránka/, 3, /(?:zablokowan|nieaktywn|zawieszon|neaktivní|blokován)/),
    near(/ящик|пользовател|уч[её]тн|аккаунт/, 4, /(?:заблокирован|неактив|приостановлен|заморожен)/),
    /(?:用户|用戶|邮箱|信箱|帐号|账号|帳號|账户)[^。 ]{0,8}(?:冻结|凍結|锁定|鎖定|未激活|暂停|被封)|휴면 ?(?:계정|상태)?/,
  ),
];
