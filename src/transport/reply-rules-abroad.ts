/** Refusals in other languages than English, as data: part of reply-rules.ts, which says how rules are written. */
import { type ReplyRule, replyRule as rule } from './reply-rule.ts';

export const mailboxFullAbroad: readonly ReplyRule[] = [
  rule(
    'mailboxfull',
    'Das Postfach des Empfängers ist voll (Speicherplatz überschritten).',
    /postfach.{0,60} (?:voll|überfüllt)|postfach voll|(?:speicherplatz|kontingent).{0,40} (?:überschritten|erschöpft)/,
  ),
  rule(
    'mailboxfull',
    'La boîte aux lettres du destinataire est pleine (quota dépassé).',
    /bo[iî]te.{0,60} (?:pleine|saturée)|quota.{0,40} dépassé|dépass\S+.{0,20} quota/,
  ),
  rule(
    'mailboxfull',
    'El buzón del destinatario está lleno.',
    /buz[oó]n.{0,60} (?:lleno|completo)|cuota.{0,40} (?:excedida|superada)/,
  ),
  rule(
    'mailboxfull',
    'La casella di posta del destinatario è piena.',
    /casella.{0,60} piena|quota.{0,40} superata|spazio.{0,40} esaurito/,
  ),
  rule('mailboxfull', 'A caixa postal do destinatário está cheia', /caixa.{0,60} cheia|quota.{0,40} excedida/),
  rule('mailboxfull', 'Het postvak van de geadresseerde is vol.', /(?:postvak|mailbox|postbus).{0,60} vol(?:$|[ .,)])/),
  rule('mailboxfull', 'Ящик получателя переполнен', /ящик.{0,60} (?:переполнен|полон)|превышен\S* квот/),
  rule(
    'mailboxfull',
    '宛先のメールボックスの容量が一杯です。',
    /(?:容量|メールボックス|受信箱).{0,20}(?:一杯|いっぱい|超過|超え|オーバー)/,
  ),
  rule('mailboxfull', '收件人邮箱空间已满,邮件无法送达。', /(?:邮箱|信箱|容量|空间).{0,20}(?:已满|不足|超过限制)/),
];

export const userUnknownAbroad: readonly ReplyRule[] = [
  rule(
    'userunknown',
    '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]',
    /(?:destinataire|utilisateur|adresse|compte)(?: \S+){0,2} (?:inconnue?|invalide|inexistante?|n'existe pas)/,
  ),
  rule(
    'userunknown',
    '550 Empfänger unbekannt',
    /(?:empf(?:ä|ae?|=e4)nger|benutzer|adresse|postfach)(?: \S+)? (?:unbekannt|existiert nicht|nicht gefunden)|unbekannte[rs]? (?:empf|benutzer|adresse)/,
  ),
  rule(
    'userunknown',
    '550 El usuario no existe',
    /(?:usuario|destinatario|buz[oó]n|cuenta)(?: \S+)? (?:desconocid[oa]|inexistente|no existe|no encontrad[oa])|no se encontró (?:la dirección|el destinatario)/,
  ),
  rule(
    'userunknown',
    'Utente sconosciuto / casella inesistente',
    /(?:utente|destinatario|indirizzo|casella)(?: \S+)? (?:sconosciut[oa]|inesistente|non esiste|non trovat[oa])/,
  ),
  rule(
    'userunknown',
    '550 Usuário desconhecido',
    /(?:usuário|usuario|destinatário|endereço|conta)(?: \S+)? (?:desconhecid[oa]|inexistente|não existe|não encontrad[oa])/,
  ),
  rule(
    'userunknown',
    '550 Onbekende gebruiker',
    /onbekende? (?:gebruiker|ontvanger|geadresseerde|adres)|(?:gebruiker|ontvanger|geadresseerde|adres|mailbox)(?: \S+)? (?:onbekend|bestaat niet)/,
  ),
  rule(
    'userunknown',
    '550 Użytkownik nie istnieje',
    /(?:użytkownik|adresat|odbiorca|skrzynka|konto)(?: \S+)? (?:nie istnieje|nieznany)|nieznany (?:użytkownik|adresat|odbiorca)/,
  ),
  rule(
    'userunknown',
    '550 Пользователь не найден',
    /неизвестн|(?:пользовател|получател|адрес|ящик)\S*(?: \S+)? не (?:существует|найден)|нет такого пользователя/,
  ),
  rule(
    'userunknown',
    '指定されたメールアドレスは存在しません。',
    /宛先不明|存在しません|リストにありません|(?:ユーザー?|アドレス|宛先).{0,10}見つかりません/,
  ),
  rule(
    'userunknown',
    '退信原因 收件人邮件地址(x@example.cn)不存在,邮件无法送达。',
    /(?:收件人|用户|用戶|邮箱|信箱|地址|帐号|账号).{0,20}不存在/,
  ),
];
