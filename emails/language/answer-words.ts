/**
 * Words by which a text asks for answers to the mail that it stands in, in the languages of the starters, in small letters
 * (docs/rules.md#lost-answers).
 */

export interface AnswerWords {
  /** What the text calls the mail. */
  readonly mails: readonly string[];
  /** What stands before and after that where answers are asked for. */
  readonly asks: readonly { readonly before: string; readonly after: string }[];
  /** Words that turn the request into its opposite. */
  readonly refusals: readonly string[];
  /** Set for a language that writes no blanks between words. */
  readonly unspaced?: true;
}

const before = (...words: readonly string[]) => words.map((word) => ({ before: `${word} `, after: '' }));

export const answerWords: readonly AnswerWords[] = [
  {
    mails: ['this mail', 'this email', 'this e-mail', 'this message'],
    asks: before('reply to', 'reply directly to', 'replying to', 'answer', 'answering', 'respond to', 'responding to'),
    refusals: ['not', "don't", 'never', 'cannot', "can't", 'nobody', 'without', 'avoid'],
  },
  {
    mails: ['diese mail', 'diese email', 'diese e-mail', 'diese nachricht'],
    asks: [
      ...before(
        'antworten sie auf',
        'antworten sie einfach auf',
        'antworten sie direkt auf',
        'antworten sie bitte auf',
      ),
      ...before('antworte auf', 'antworte einfach auf', 'antworte direkt auf', 'antworte bitte auf'),
      ...before('antwort auf', 'beantworten sie', 'beantworten sie einfach', 'beantworte', 'beantworte einfach'),
      { before: 'auf ', after: ' antworten' },
      { before: 'auf ', after: ' zu antworten' },
    ],
    refusals: ['nicht', 'nie', 'niemand', 'keine', 'ohne'],
  },
  {
    mails: ['هذه الرسالة', 'هذا البريد', 'هذا الإيميل'],
    asks: before('أجب على', 'أجب عن', 'أجيبوا على', 'رد على', 'ردوا على', 'الإجابة على', 'الإجابة عن'),
    refusals: ['لا', 'لن', 'عدم', 'دون'],
  },
  {
    mails: ['cet e-mail', 'cet email', 'ce mail', 'ce courriel', 'ce message'],
    asks: ['', 'simplement ', 'directement '].flatMap((how) =>
      before(`répondez ${how}à`, `répondre ${how}à`, `répondant ${how}à`, `réponds ${how}à`),
    ),
    refusals: ['ne', 'pas', 'jamais', 'impossible', 'inutile', 'sans'],
  },
  {
    mails: ['este correo', 'este email', 'este e-mail', 'este mensaje'],
    asks: ['', 'directamente '].flatMap((how) =>
      before(`responde ${how}a`, `responda ${how}a`, `responder ${how}a`, `respondiendo ${how}a`, `contesta ${how}a`),
    ),
    refusals: ['no', 'nunca', 'nadie', 'sin', 'evita', 'evite'],
  },
  {
    mails: ['このメール', 'このeメール', 'このメッセージ'],
    asks: ['に', 'へ', 'にそのまま', 'に直接'].flatMap((how) => [
      { before: '', after: `${how}返信` },
      { before: '', after: `${how}ご返信` },
    ]),
    refusals: ['ないで', 'できません', 'いただけません', 'お控え', 'ご遠慮', '不要'],
    unspaced: true,
  },
];
