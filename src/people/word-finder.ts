/** Finds the words of a person in stored texts, whatever form they have there (docs/rules.md#words-of-an-erased-person). */
import { domainToASCII, domainToUnicode } from 'node:url';
import { decodedForms, shortestInNoise } from '../ground/addresses/decoded-forms.ts';
import { addressesIn } from './addresses-in.ts';

/** Characters. A shorter reference is in too many keys of other people. */
const shortestApart = 3;
/** A shorter one is looked for in the text alone: chance would find it behind any digits. */
const shortestDecoded = 3;

/**
 * `anywhere`: for texts of the person's own rows. `apart`: for those of other people, in which no letter or digit may
 * stand beside the word: `ada@example.com` is no part of `ricarda@example.com`.
 */
export type WordPlace = 'anywhere' | 'apart';

export type WordFinder = (text: string, place: WordPlace) => boolean;

/**
 * `words`: addresses, references, and ids of contacts. `isTheirs`: whether an address is one of the person's of which no
 * text is known; each question costs a keyed hash.
 */
export function createWordFinder(words: readonly string[], isTheirs?: (address: string) => boolean): WordFinder {
  const sought = [...new Set(words.flatMap(spellings).map(folded))].filter((word) => word !== '');
  const apart = sought.filter((word) => word.length >= shortestApart);
  const long = sought.filter((word) => word.length >= shortestInNoise);
  const shortest = Math.max(shortestDecoded, Math.min(...sought.map((word) => word.length)));
  return (text, place) => {
    for (const { text: form, noisy } of decodedForms(text, shortest)) {
      if (isTheirs !== undefined && holdsTheirs(form, isTheirs)) return true;
      const read = folded(form);
      if (noisy && long.some((word) => read.includes(word))) return true;
      if (!noisy && place === 'anywhere' && sought.some((word) => read.includes(word))) return true;
      if (!noisy && place === 'apart' && apart.some((word) => standsApart(read, word))) return true;
    }
    return false;
  };
}

function holdsTheirs(text: string, isTheirs: (address: string) => boolean): boolean {
  for (const address of addressesIn(text)) if (isTheirs(address)) return true;
  return false;
}

/** A word, and for an address its domain in letters and in punycode. */
function spellings(word: string): readonly string[] {
  const at = word.lastIndexOf('@');
  if (at === -1) return [word];
  const domain = word.slice(at + 1);
  return [domain, domainToASCII(domain), domainToUnicode(domain)]
    .filter((one) => one !== '')
    .map((one) => `${word.slice(0, at)}@${one}`);
}

/** Gives equal texts for words that differ in case, composition or width alone. */
function folded(text: string): string {
  const plain = isAscii(text) ? text : text.normalize('NFKC');
  return plain.toLowerCase().replaceAll('\u03c2', '\u03c3');
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}

function standsApart(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text.charAt(at - 1)) && !isLetter(text.charAt(at + word.length))) return true;
  }
  return false;
}

const isLetter = (character: string) => /[\p{L}\p{N}]/u.test(character);
