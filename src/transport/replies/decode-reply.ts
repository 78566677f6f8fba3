/**
 * Finds out the character set of a reply (docs/rules.md#character-sets-of-replies). SMTP has no field for it, and
 * servers write what their country used before UTF-8. Word lists decide: bytes of one set, read in another, give
 * letters but no words.
 */

/** Bytes that are read to find out the set. */
const readMaxBytes = 4_000;

interface KnownSet {
  readonly label: string;
  /** Words of rejections with letters beyond ASCII. */
  readonly words: readonly string[];
}

const words = (list: string): readonly string[] => list.split(' ');

/** Sets that share a language stand together, since the words tell which of them it is. */
const cyrillic = words(
  'пользоват получат отправит адрес ящик почт существу найден сообщен сервер домен переполнен превышен заблокир отклонен удален учетная неизвест письм',
);
const japanese = words(
  'メール ユーザ アドレス サーバ ボックス エラー 宛先 存在し 受信 送信 容量 拒否 見つかり ません です ます 不明 無効 登録',
);
const knownSets: readonly KnownSet[] = [
  {
    label: 'gb18030',
    words: words(
      '用户 邮箱 邮件 收件人 发件人 不存在 存在 地址 已满 拒绝 信箱 帐号 账号 系统 发送 服务器 空间 域名 无法 投递 没有 无效 注销 停用',
    ),
  },
  {
    label: 'big5',
    words: words(
      '用戶 使用者 信箱 郵件 收件人 收件者 寄件者 不存在 存在 地址 已滿 拒絕 帳號 系統 伺服器 空間 無法 查無 無此 無效 沒有 停用',
    ),
  },
  { label: 'shift_jis', words: japanese },
  { label: 'euc-jp', words: japanese },
  { label: 'euc-kr', words: words('사용자 메일 존재하 수신 발신 주소 없는 없습 계정 편지함 용량 초과 거부 서버') },
  { label: 'windows-1251', words: cyrillic },
  { label: 'koi8-r', words: cyrillic },
  {
    label: 'windows-1250',
    words: words(
      'użytk zosta skrzynk pełn usunięt příjem schránk uživatel neexistuj címzett felhaszn létez megtelt plná',
    ),
  },
  { label: 'iso-8859-2', words: words('usunięt użytkownik skrzynka pełna') },
  { label: 'windows-1254', words: words('kullanıcı alıcı gönderen geçersiz bulunamad değil böyle') },
  { label: 'iso-8859-7', words: words('χρήστης παραλήπτη υπάρχει διεύθυνση') },
  { label: 'windows-1255', words: words('משתמש נמען כתובת קיים תיבת') },
  { label: 'windows-1256', words: words('المستخدم غير موجود البريد العنوان') },
];

export interface DecodedReply {
  readonly text: string;
  /** False: the set could not be found out, and `text` shows its bytes as Latin-1. */
  readonly readable: boolean;
}

const nothing = /^[\0-\x7f]*$/;

/** `bytes`: a string in which each character is a byte. */
export function decodeReply(bytes: string): DecodedReply {
  if (nothing.test(bytes)) {
    if (!bytes.includes('\x1b$')) return { text: bytes, readable: true };
    return { text: new TextDecoder('iso-2022-jp').decode(Buffer.from(bytes, 'latin1')), readable: true };
  }
  const buffer = Buffer.from(bytes, 'latin1');
  const utf8 = buffer.toString('utf8');
  if (mostlyWhole(utf8)) return { text: utf8, readable: true };
  const label = findSet(buffer.subarray(0, readMaxBytes));
  if (label !== null) return { text: new TextDecoder(label).decode(buffer), readable: true };
  return { text: bytes, readable: isLatin(bytes) };
}

/**
 * Decodes a text of which it is not known whether its bytes were decoded; a text with characters beyond a byte was.
 */
export function readableText(text: string): DecodedReply {
  if (nothing.test(text) && !text.includes('\x1b$')) return { text, readable: true };
  if (/^[\0-\xff]*$/.test(text)) return decodeReply(text);
  return { text, readable: mostlyWhole(text) };
}

/** A reply that was cut within a character has one that is broken, and no more. */
function mostlyWhole(text: string): boolean {
  let broken = 0;
  for (const letter of text) if (letter === '\ufffd') broken += 1;
  return broken === 0 || (broken === 1 && /[^\0-\x7f\ufffd]/.test(text));
}

/** Null: no set gives words. */
function findSet(buffer: Buffer): string | null {
  let best: string | null = null;
  let bestScore = 0;
  for (const set of knownSets) {
    const text = new TextDecoder(set.label).decode(buffer).toLowerCase();
    const score = set.words.reduce((sum, word) => (text.includes(word) ? sum + word.length : sum), 0);
    if (score > bestScore) [best, bestScore] = [set.label, score];
  }
  return best;
}

/** Western languages have single letters beyond ASCII within words of ASCII. */
function isLatin(bytes: string): boolean {
  if (/[\x80-\x9f]/.test(bytes)) return false;
  let beyond = 0;
  let ascii = 0;
  for (const letter of bytes) {
    if (letter > '\x7f') beyond += 1;
    else if (/[a-z]/i.test(letter)) ascii += 1;
  }
  return beyond * 2 <= ascii && !/[\xa0-\xff]{3}/.test(bytes);
}
