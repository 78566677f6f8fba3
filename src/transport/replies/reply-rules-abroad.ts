/** Rejections in other languages than English, as data: part of reply-rules.ts, which explains the form of rules. */
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
];

export const userUnknownAbroad: readonly ReplyRule[] = [
  rule(
    'userunknown',
    '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]',
    near(/destinataire|utilisateur|adresse|compte/, 3, /(?:inconnue?|invalide|inexistante?|n'existe pas|introuvable)/),
  ),
  rule(
    'userunknown',
    '550 Empfänger unbekannt',
    near(
      /empf(?:ä|ae?|=e4)nger|benutzer|adresse|postfach|teilnehmer|konto/,
      3,
      /(?:unbekannt|existiert nicht|nicht (?:gefunden|vorhanden|bekannt))/,
    ),
    near(/(?:unbekannte[rs]?|ungültige[rs]?|kein solche[rs]?)/, 1, /(?:empf|benutzer|adresse|postfach)/),
  ),
  rule(
    'userunknown',
    '550 El usuario no existe',
    near(
      /usuario|destinatario|buz[oó]n|cuenta|direcci[oó]n/,
      3,
      /(?:desconocid[oa]|inexistente|no existe|no encontrad[oa]|no se encontró)/,
    ),
    near(/no (?:se encontró|existe)/, 1, /(?:dirección|destinatario|usuario|persona|cuenta|buz[oó]n)/),
  ),
  rule(
    'userunknown',
    'Utente sconosciuto / casella inesistente',
    near(
      /utente|destinatario|indirizzo|casella/,
      4,
      /(?:sconosciut[oa]|inesistente|non (?:è stato )?(?:esiste|trovat[oa]))/,
    ),
  ),
  rule(
    'userunknown',
    '550 Usuário desconhecido',
    near(
      /usuário|usuario|destinatário|endereço|conta/,
      3,
      /(?:desconhecid[oa]|inexistente|não existe|não encontrad[oa])/,
    ),
  ),
  rule(
    'userunknown',
    '550 Onbekende gebruiker',
    near(/onbekende?/, 0, /(?:gebruiker|ontvanger|geadresseerde|adres)/),
    near(/gebruiker|ontvanger|geadresseerde|adres|mailbox/, 2, /(?:onbekend|bestaat niet)/),
  ),
  rule(
    'userunknown',
    '550 Użytkownik nie istnieje',
    near(/użytkownik|adresat|odbiorca|skrzynka|konto/, 2, /(?:nie istnieje|nieznany)/),
    near(/nieznany/, 0, /(?:użytkownik|adresat|odbiorca)/),
  ),
  rule(
    'userunknown',
    '550 Пользователь не найден',
    /неизвест|нет такого пользователя/,
    near(/пользовател|получател|адрес|ящик/, 2, /не (?:существует|найден)/),
  ),
  rule(
    'userunknown',
    '指定されたメールアドレスは存在しません。',
    /宛先不明|存在しません|存在しない|(?:リスト|ディレクトリ)(?:ー)?に(?:は)?(?:ありません|登録されていません|リストされていません)|見つかりません/,
    /(?:ユーザー?|アドレス|宛先|受信者|受取人|収件者)[^。 ]{0,12}(?:不明|無効|ありません)/,
  ),
  rule(
    'userunknown',
    '退信原因 收件人邮件地址(x@example.cn)不存在,邮件无法送达。',
    /(?:收件人|用户|用戶|邮箱|信箱|地址|帐号|账号)[^。 ]{0,20}不存在/,
    near(/收件人|用户|用戶|邮箱|信箱|地址|帐号|账号/, 2, /\S{0,8}不存在/),
  ),
  rule('userunknown', '550 수신자가 존재하지 않습니다', /존재하지 않|없는 (?:사용자|계정|주소)|수신자를 찾을 수 없/),
  rule(
    'userunknown',
    '550 Mottagaren finns inte',
    near(
      /mottagare|mottaker|modtager|användare|bruger|adress/,
      2,
      /(?:finns inte|findes ikke|finnes ikke|okänd|ukendt|ukjent)/,
    ),
    near(/(?:okänd|ukendt|ukjent)/, 0, /(?:mottagare|modtager|mottaker|bruger|användare|adress)/),
  ),
  rule('userunknown', '550 Příjemce neexistuje', near(/příjemce|adresa|uživatel|schránka/, 2, /(?:neexistuje|neznám)/)),
  rule(
    'userunknown',
    '550 Alıcı bulunamadı',
    near(/alıcı|kullanıcı|adres/, 2, /(?:bulunamadı|bilinmiyor|mevcut değil)/),
  ),
];
