/** What mails add by themselves: one word, in the languages of the larger mail clients, and the colon of plain text. */
import { chooseLocale } from './choose-locale.ts';

const UNSUBSCRIBE: Readonly<Record<string, string>> = {
  ar: 'إلغاء الاشتراك',
  bg: 'Отписване',
  ca: 'Cancel·la la subscripció',
  cs: 'Odhlásit odběr',
  da: 'Afmeld',
  de: 'Abmelden',
  el: 'Διαγραφή',
  en: 'Unsubscribe',
  es: 'Cancelar suscripción',
  et: 'Loobu tellimusest',
  fa: 'لغو اشتراک',
  fi: 'Peruuta tilaus',
  fr: 'Se désabonner',
  he: 'הסרה מרשימת התפוצה',
  hi: 'सदस्यता समाप्त करें',
  hr: 'Odjava',
  hu: 'Leiratkozás',
  id: 'Berhenti berlangganan',
  it: 'Annulla iscrizione',
  ja: '配信停止',
  ko: '수신 거부',
  lt: 'Atsisakyti prenumeratos',
  lv: 'Atteikties no abonēšanas',
  nb: 'Meld deg av',
  nl: 'Afmelden',
  no: 'Meld deg av',
  pl: 'Wypisz się',
  pt: 'Cancelar subscrição',
  'pt-BR': 'Cancelar inscrição',
  ro: 'Dezabonare',
  ru: 'Отписаться',
  sk: 'Odhlásiť odber',
  sl: 'Odjava',
  sr: 'Одјава',
  sv: 'Avregistrera',
  th: 'ยกเลิกการรับข่าวสาร',
  tr: 'Abonelikten çık',
  uk: 'Відписатися',
  ur: 'رکنیت ختم کریں',
  vi: 'Hủy đăng ký',
  zh: '取消订阅',
  'zh-Hant': '取消訂閱',
  'zh-HK': '取消訂閱',
  'zh-TW': '取消訂閱',
};
const LANGUAGES = Object.keys(UNSUBSCRIBE);

export function unsubscribeWord(locale: string): string {
  return UNSUBSCRIBE[chooseLocale([locale], LANGUAGES, 'en')] ?? 'Unsubscribe';
}

/** Between a label and its value in plain text: French sets a space before it that does not break, Chinese and Japanese have a wide one. */
export function colonOf(locale: string): string {
  switch (new Intl.Locale(locale).language) {
    case 'fr':
      return '\u00a0: ';
    case 'ja':
    case 'zh':
      return '：';
    default:
      return ': ';
  }
}
