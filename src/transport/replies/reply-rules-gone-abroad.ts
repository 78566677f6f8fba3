/** Addresses that do not exist and sleeping mailboxes, in other languages than English, as data: part of reply-rules.ts. */
import { near, type ReplyRule, replyRule as rule } from './reply-rule.ts';

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
  rule(
    'disabled',
    '550 Das Konto wurde gelöscht',
    near(/postfach|konto|empfänger|benutzer|adresse/, 4, /(?:gelöscht|deaktiviert|geschlossen|aufgelöst|abgemeldet)/),
    near(
      /compte|bo[iî]te|adresse|utilisateur|destinataire/,
      4,
      /(?:désactivée?|supprimée?|fermée?|résiliée?|clôturée?|archivee?|n'existe plus)/,
    ),
    near(
      /cuenta|buz[oó]n|usuario|direcci[oó]n/,
      4,
      /(?:deshabilitad|desactivad|eliminad|cancelad|cerrad|dad[oa] de baja)/,
    ),
    near(/conta|caixa|usuário|endereço/, 4, /(?:desativad|desabilitad|excluíd|encerrad|cancelad)/),
    near(/casella|utente|account|indirizzo/, 4, /(?:disattivat|disabilitat|cancellat|chius[oa]|eliminat|dismess)/),
    near(/mailbox|postvak|account|adres|gebruiker/, 3, /(?:opgeheven|verwijderd|gesloten)/),
    near(/konto|skrzynka|użytkownik|uzytkownik|adres/, 3, /(?:usunięt|usuniet|zlikwidowan|skasowan|wyłączon)/),
    near(/ящик|пользовател|уч[её]тн|аккаунт|адрес/, 5, /(?:удал[её]н|закрыт|отключ[её]н|деактивирован)/),
  ),
  rule(
    'userunknown',
    '550 该邮箱已停用',
    /(?:用户|用戶|使用者|邮箱|郵箱|信箱|帐号|账号|帳號|账户|帳戶|收件人|收件者|地址|号码)[^。 ]{0,12}(?:不存在|不正确|不正確|无效|無效|未找到|找不到|注销|註銷|停用|删除|刪除|关闭|關閉|不可用)/,
    /(?:查无|查無|无此|無此|没有此|沒有此|没有这个|找不到)[^。 ]{0,4}(?:用户|用戶|使用者|人|邮箱|郵箱|信箱|帐号|账号|帳號|收件|地址)/,
    /찾을 수 없|(?:사용자|계정|수신자|주소)[^.!?]{0,8}없습니다|(?:삭제|해지|탈퇴)된 (?:계정|사용자)/,
    /(?:ユーザー?|アドレス|アカウント|メールボックス)[^。 ]{0,12}(?:削除|停止され|廃止|解約|登録されて(?:い|お)(?:ない|ません|りません))/,
  ),
  rule(
    'userunknown',
    '550 Adressat unbekannt',
    near(
      /adressat|empfängeradresse|mailadresse|mailbox|konto/,
      3,
      /(?:unbekannt|existiert nicht|nicht (?:gefunden|vorhanden|bekannt)|ungültig)/,
    ),
    near(/bo[iî]te|compte|correspondant|courriel/, 4, /(?:inconnue?|invalide|inexistante?|n'existe pas|introuvable)/),
    near(/tuntematon|ismeretlen|necunoscut|neznámý|nepoznat|onbekend/, 1, /\S{2}/),
    near(/uzytkownik|skrzynka|konto|adres|odbiorca/, 4, /(?:nie istnieje|nieznany|nie znaleziono)/),
    /nie ma takiego|nem létez|neexistuj|ne postoji|nu există|inexistent\b|không tồn tại|tidak (?:ditemukan|dikenal|ada|wujud)|δεν υπάρχει|άγνωστος/,
    /ไม่พบ(?:ผู้|ที่|กล่อง|บัญชี)|ไม่มี(?:ผู้|บัญชี)|לא קיים|אינו קיים|غير موجود|не існу|не съществува|нет так|не зарегистрирован/,
    near(/так(?:ого|ой)/, 3, /нет/),
    near(/kullanıcı|alıcı|hesap|posta kutusu/, 3, /(?:yok|geçersiz|bulunamadı|mevcut değil)/),
    near(
      /utente|indirizzo|casella|destinatario/,
      4,
      /(?:non (?:è |risulta )?(?:esiste\w{0,3}|trovat|valid|registrat|attiv)|disponibile)/,
    ),
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
