import type { ReplyReason } from './hard-or-soft.ts';

/**
 * The phrase that a rule looks for: one pattern, or a row of patterns with a bounded number of words between two of
 * them. Patterns of a row begin at a word; a row ends with the sentence.
 */
export type ReplyPhrase = RegExp | PhraseRow;

export interface PhraseRow {
  readonly first: RegExp;
  readonly rest: readonly { readonly words: number; readonly pattern: RegExp }[];
}

/** A kind of rejection, with a real reply as its example. */
export interface ReplyRule {
  readonly reason: ReplyReason;
  readonly sample: string;
  readonly phrases: readonly ReplyPhrase[];
}

export function replyRule(reason: ReplyReason, sample: string, ...phrases: readonly ReplyPhrase[]): ReplyRule {
  return { reason, sample, phrases };
}

/** `near(/user/, 2, /unknown/)`: "user unknown", "user with this name unknown". */
export function near(
  first: RegExp,
  words: number,
  second: RegExp,
  moreWords = 0,
  third: RegExp | null = null,
): PhraseRow {
  const rest = [{ words, pattern: sticky(second) }];
  if (third !== null) rest.push({ words: moreWords, pattern: sticky(third) });
  return { first: new RegExp(first.source, 'g'), rest };
}

function sticky(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, 'y');
}

/** Places where the first pattern of a row may match; a real rejection has two or three. */
const startsMax = 20;

/** Whether `text`, normalised by reply-words.ts, contains `phrase`. */
export function says(text: string, phrase: ReplyPhrase): boolean {
  if (phrase instanceof RegExp) return phrase.test(text);
  let starts = 0;
  for (const { index, 0: found } of text.matchAll(phrase.first)) {
    if (follows(text, index + found.length, phrase.rest, 0)) return true;
    starts += 1;
    if (starts === startsMax) break;
  }
  return false;
}

/** Whether the patterns from `at` on follow the match that ends at `end`. */
function follows(text: string, end: number, rest: PhraseRow['rest'], at: number): boolean {
  const next = rest[at];
  if (next === undefined) return true;
  let wordStart = nextWord(text, end);
  for (let words = 0; words <= next.words && wordStart !== null; words += 1) {
    next.pattern.lastIndex = wordStart;
    const found = next.pattern.exec(text);
    if (found && follows(text, wordStart + found[0].length, rest, at + 1)) return true;
    wordStart = nextWord(text, wordStart);
  }
  return false;
}

/** Returns the start of the word after the one at `from`; null at the end of a sentence. */
function nextWord(text: string, from: number): number | null {
  const blank = text.indexOf(' ', from);
  if (blank === -1 || /[.!?]/.test(text.charAt(blank - 1))) return null;
  return blank + 1;
}
