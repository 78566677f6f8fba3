/** Finds the languages in which a template asks its readers to answer the mail (docs/rules.md#lost-answers). */
import type { Steps } from '../../src/ground/steps.ts';
import { localizableTexts } from '../document/localizable-texts.ts';
import type { TemplateContent } from '../document/template.ts';
import { type AnswerWords, answerWords } from '../language/answer-words.ts';
import { quietReader } from '../read/reader.ts';

/** Characters of texts that are read, over all languages. What stands behind them asks for nothing. */
const readMaxLength = 4_000_000;
/** Characters around the name of the mail in which its request stands. */
const nearby = 60;
/** Words before and after a request that can turn it around. */
const wordsBefore = 4;
const wordsAfter = 2;

/**
 * Returns the languages that ask, the template's own one first, with a step for each text.
 * @param content As accepted by `checkTemplate`.
 */
export function* asksInSteps({ translations, ...content }: TemplateContent): Steps<readonly string[]> {
  const own = yield* localizableTexts(content, quietReader);
  const found = new Set<string>();
  let left = readMaxLength;
  const look = (locale: string, text: string) => {
    left -= text.length;
    if (left >= 0 && !found.has(locale) && asksForAnswers(text)) found.add(locale);
  };
  for (const { slot } of own.values()) {
    yield;
    look(content.locale, slot.value);
  }
  for (const [locale, translated] of Object.entries(translations)) {
    for (const [fieldId, { text }] of Object.entries(translated)) {
      yield;
      if (own.has(fieldId)) look(locale, text);
    }
  }
  return [...found];
}

/** Whether a text, as an author wrote it, asks for answers to its mail. */
export function asksForAnswers(text: string): boolean {
  const plain = fold(text)
    .replace(/[*_]/g, '')
    .replaceAll('\u2019', "'")
    .replace(/[\u2010\u2011]/g, '-')
    .toLowerCase();
  return plain.split(/[.,;:!?()\n\u060c\u061b\u061f\u2013\u2014\u3001\u3002\uff01\uff1f]/).some((clause) => {
    const words = clause.replace(/\s+/g, ' ');
    return folded.some((one) => asksIn(words, one));
  });
}

function asksIn(clause: string, words: AnswerWords): boolean {
  return words.mails.some((mail) => {
    for (let at = clause.indexOf(mail); at !== -1; at = clause.indexOf(mail, at + 1)) {
      if (asksAt(clause, at, at + mail.length, words)) return true;
    }
    return false;
  });
}

function asksAt(clause: string, start: number, end: number, { asks, refusals, unspaced }: AnswerWords): boolean {
  const before = clause.slice(Math.max(0, start - nearby), start);
  const after = clause.slice(end, end + nearby);
  if (!unspaced && /^\p{L}/u.test(after)) return false;
  const ask = asks.find((one) => before.endsWith(one.before) && after.startsWith(one.after));
  if (!ask) return false;
  if (unspaced) return !refusals.some((word) => after.includes(word));
  const around = [
    ...before
      .slice(0, before.length - ask.before.length)
      .split(' ')
      .slice(-wordsBefore - 1),
    ...after.slice(ask.after.length).trim().split(' ').slice(0, wordsAfter),
  ];
  return !around.some((word) => refusals.includes(word));
}

const folded: readonly AnswerWords[] = answerWords.map(({ mails, asks, refusals, ...rest }) => ({
  ...rest,
  mails: mails.map(fold),
  asks: asks.map(({ before, after }) => ({ before: fold(before), after: fold(after) })),
  refusals: refusals.map(fold),
}));

/** Without the marks on letters, which authors leave out. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{Mn}/gu, '');
}
