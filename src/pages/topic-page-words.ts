/**
 * What the unsubscribe page says of a topic, by language, beside unsubscribe-words.ts. `{name}` is the workspace's name; the
 * topic's own words stand apart from these sentences, since no sentence can take them in in every language.
 */
export interface TopicPageWords {
  readonly askTopicText: string;
  readonly leftTopicText: string;
  readonly leaveAll: string;
}

export const topicPageWords: Readonly<Record<string, TopicPageWords>> = {
  en: {
    askTopicText:
      '{name} will send no more of this to the address that received this link. Its other marketing email stays as it is.',
    leftTopicText: '{name} sends no more of this to the address that received this link.',
    leaveAll: 'Leave all marketing email',
  },
  de: {
    askTopicText:
      '{name} schickt dies dann nicht mehr an die Adresse, die diesen Link erhalten hat. Andere Werbung bleibt, wie sie ist.',
    leftTopicText: '{name} schickt dies nicht mehr an die Adresse, die diesen Link erhalten hat.',
    leaveAll: 'Alle Werbe-E-Mails abbestellen',
  },
  fr: {
    askTopicText:
      '{name} n’enverra plus ces messages à l’adresse qui a reçu ce lien. Ses autres e-mails publicitaires ne changent pas.',
    leftTopicText: '{name} n’envoie plus ces messages à l’adresse qui a reçu ce lien.',
    leaveAll: 'Refuser tous les e-mails publicitaires',
  },
  es: {
    askTopicText:
      '{name} no enviará más este tipo de mensajes a la dirección que recibió este enlace. El resto del correo publicitario no cambia.',
    leftTopicText: '{name} ya no envía este tipo de mensajes a la dirección que recibió este enlace.',
    leaveAll: 'Cancelar todo el correo publicitario',
  },
  it: {
    askTopicText:
      '{name} non invierà più questi messaggi all’indirizzo che ha ricevuto questo link. Le altre e-mail promozionali restano come sono.',
    leftTopicText: '{name} non invia più questi messaggi all’indirizzo che ha ricevuto questo link.',
    leaveAll: 'Rinuncia a tutte le e-mail promozionali',
  },
  pt: {
    askTopicText:
      '{name} não enviará mais estas mensagens para o endereço que recebeu esta ligação. Os outros e-mails publicitários ficam como estão.',
    leftTopicText: '{name} já não envia estas mensagens para o endereço que recebeu esta ligação.',
    leaveAll: 'Cancelar todos os e-mails publicitários',
  },
  'pt-BR': {
    askTopicText:
      '{name} não enviará mais estas mensagens para o endereço que recebeu este link. Os outros e-mails de marketing ficam como estão.',
    leftTopicText: '{name} não envia mais estas mensagens para o endereço que recebeu este link.',
    leaveAll: 'Cancelar todos os e-mails de marketing',
  },
  nl: {
    askTopicText:
      '{name} stuurt dit dan niet meer naar het adres dat deze link kreeg. Andere reclamemail blijft zoals die is.',
    leftTopicText: '{name} stuurt dit niet meer naar het adres dat deze link kreeg.',
    leaveAll: 'Afmelden voor alle reclamemail',
  },
  sv: {
    askTopicText:
      '{name} skickar då inte mer av detta till adressen som fick den här länken. Annan reklam påverkas inte.',
    leftTopicText: '{name} skickar inte mer av detta till adressen som fick den här länken.',
    leaveAll: 'Avregistrera all reklam',
  },
  da: {
    askTopicText:
      '{name} sender så ikke mere af dette til den adresse, der fik dette link. Andre reklamemails ændres ikke.',
    leftTopicText: '{name} sender ikke mere af dette til den adresse, der fik dette link.',
    leaveAll: 'Afmeld alle reklamemails',
  },
  nb: {
    askTopicText: '{name} sender da ikke mer av dette til adressen som fikk denne lenken. Annen reklame endres ikke.',
    leftTopicText: '{name} sender ikke mer av dette til adressen som fikk denne lenken.',
    leaveAll: 'Meld deg av all reklame',
  },
  fi: {
    askTopicText:
      '{name} ei enää lähetä näitä viestejä osoitteeseen, johon tämä linkki tuli. Muut mainosviestit pysyvät ennallaan.',
    leftTopicText: '{name} ei enää lähetä näitä viestejä osoitteeseen, johon tämä linkki tuli.',
    leaveAll: 'Peruuta kaikki mainosviestit',
  },
  pl: {
    askTopicText:
      '{name} nie będzie już wysyłać tych wiadomości na adres, na który przyszedł ten link. Pozostałe reklamy bez zmian.',
    leftTopicText: '{name} nie wysyła już tych wiadomości na adres, na który przyszedł ten link.',
    leaveAll: 'Zrezygnuj ze wszystkich reklam',
  },
  cs: {
    askTopicText:
      '{name} už tyto zprávy nebude posílat na adresu, na kterou přišel tento odkaz. Ostatní reklamní e-maily zůstanou beze změny.',
    leftTopicText: '{name} už tyto zprávy neposílá na adresu, na kterou přišel tento odkaz.',
    leaveAll: 'Odhlásit všechny reklamní e-maily',
  },
  tr: {
    askTopicText:
      '{name} bu bağlantının geldiği adrese artık bunları göndermeyecek. Diğer pazarlama e-postaları olduğu gibi kalır.',
    leftTopicText: '{name} bu bağlantının geldiği adrese artık bunları göndermiyor.',
    leaveAll: 'Tüm pazarlama e-postalarından ayrıl',
  },
  ru: {
    askTopicText:
      '{name} больше не будет присылать такие письма на адрес, на который пришла эта ссылка. Остальная реклама останется без изменений.',
    leftTopicText: '{name} больше не присылает такие письма на адрес, на который пришла эта ссылка.',
    leaveAll: 'Отказаться от всей рекламы',
  },
  uk: {
    askTopicText:
      '{name} більше не надсилатиме таких листів на адресу, на яку надійшло це посилання. Інша реклама не зміниться.',
    leftTopicText: '{name} більше не надсилає таких листів на адресу, на яку надійшло це посилання.',
    leaveAll: 'Відмовитися від усієї реклами',
  },
  ar: {
    askTopicText:
      'لن ترسل {name} بعد ذلك هذا النوع من الرسائل إلى العنوان الذي وصله هذا الرابط. أما رسائلها التسويقية الأخرى فتبقى كما هي.',
    leftTopicText: 'لم تعد {name} ترسل هذا النوع من الرسائل إلى العنوان الذي وصله هذا الرابط.',
    leaveAll: 'إيقاف جميع الرسائل التسويقية',
  },
  he: {
    askTopicText: '{name} לא ישלחו עוד הודעות מסוג זה לכתובת שקיבלה את הקישור הזה. דיוור שיווקי אחר לא ישתנה.',
    leftTopicText: '{name} אינם שולחים עוד הודעות מסוג זה לכתובת שקיבלה את הקישור הזה.',
    leaveAll: 'הסרה מכל הדיוור השיווקי',
  },
  ja: {
    askTopicText:
      '停止すると、このリンクが届いたアドレスに{name}からのこの種類のメールは届かなくなります。ほかの広告メールはこれまでどおりです。',
    leftTopicText: 'このリンクが届いたアドレスに{name}からのこの種類のメールは届きません。',
    leaveAll: 'すべての広告メールを停止する',
  },
  ko: {
    askTopicText:
      '{name}에서 이 링크를 받은 주소로 이 종류의 메일을 더 이상 보내지 않습니다. 다른 광고 메일은 그대로입니다.',
    leftTopicText: '{name}에서 이 링크를 받은 주소로 이 종류의 메일을 보내지 않습니다.',
    leaveAll: '모든 광고 메일 수신 거부',
  },
  zh: {
    askTopicText: '之后，{name} 将不再向收到此链接的地址发送此类邮件。其他营销邮件不变。',
    leftTopicText: '{name} 不再向收到此链接的地址发送此类邮件。',
    leaveAll: '取消所有营销邮件',
  },
  'zh-Hant': {
    askTopicText: '之後，{name} 將不再向收到此連結的地址寄送此類郵件。其他行銷郵件不變。',
    leftTopicText: '{name} 不再向收到此連結的地址寄送此類郵件。',
    leaveAll: '取消所有行銷郵件',
  },
};
