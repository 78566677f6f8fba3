/** Rejections because the mailbox is full, as data: part of reply-rules.ts, which explains the form of rules. */
import { near, type ReplyRule, replyRule as rule } from './reply-rule.ts';

export const mailboxFull: readonly ReplyRule[] = [
  rule(
    'mailboxfull',
    '550 5.2.2 <x@example.jp>... Mailbox Full',
    near(
      /\b(?:mail ?box|mail ?folder|in-?box|mail ?drop|mail ?dir|account|user|recipient|storage)/,
      3,
      /(?:too )?full\b/,
    ),
    /\bfull mail ?box|overquotaperm|overquotatemp/,
  ),
  rule(
    'mailboxfull',
    "552-5.2.2 The recipient's inbox is out of storage space and inactive.",
    /out of (?:storage|mailbox|disk) ?space|no (?:more )?(?:space|storage) (?:left )?(?:for|in) (?:this |the )?(?:user|mail ?box)/,
    /not enough (?:storage )?space|space has been used up|(?:mailbox|account) has no free space/,
    /insufficient (?:storage|disk) space in (?:the )?mailbox|exceed(?:ed|ing|s)? (?:its |their |the )?storage allocation/,
  ),
  rule(
    'mailboxfull',
    '/var/mail/x/Maildir/tmp/1.neko22: Disk quota exceeded',
    near(/\b\w{0,8}quota\b/, 4, /(?:exce|violat|exhaust|full|reach|used)/),
    near(/\b(?:exce|reached)/, 5, /\w{0,8}quota/),
    /over ?-?(?:the |its |their |his )?(?:disk |mail |allowed |storage )?quota|quota_exceeded|quotaexceeded/,
  ),
  rule(
    'mailboxfull',
    '554 5.2.2 mailbox size limit exceeded',
    near(
      /\b(?:mail ?box|user|account|recipient|inbox|maildir)/,
      4,
      /(?:exce\w{0,8}|over|reached|above)\b/,
      5,
      /(?:limit|allowed|size|space|capacity|storage)/,
    ),
    near(/\b(?:mail ?box|storage|account)(?: size| space)? limit/, 3, /(?:exce|reach)/),
    /too much mail data|mailbox (?:disk )?usage|too many messages (?:on|in) the/,
  ),
  // In other languages than English.
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
