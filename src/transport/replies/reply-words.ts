/** Normalises a rejection for its rules: one line in lower case, without words that prove nothing. */
import { createSigns, type ReplyParties } from './reply-parties.ts';

/** Characters that are read: a rejection names its cause at its start. */
const textMaxLength = 2_000;
/** Characters of one word; Exchange runs the names of its faults together. */
const wordMaxLength = 120;

/** Advice and conditions, to the end of the sentence. */
const asides =
  /\b(?:if|when|whenever|unless|please (?:double-?check|check|verify|make sure|confirm|correct|contact)|make sure|check (?:that|the|your|for)) [^.!?]*/g;
/** Where the mail came from or goes back to, which is no subject of a rejection. */
const directions: readonly RegExp[] = [
  /\b(?:back|returned|returning|return|reported|sent|bounced|told|notify|contact|inform|tell|ask|advise) (?:to )?(?:the |its )?(?:original |message )?senders?\b/g,
  /\b(?:mail |message |e-?mail |sent )?from:? ?<?ouraddress>? to\b/g,
  /[(,;] ?(?:mail |message |e-?mail |sent )?from[:=]? ?<?ouraddress>?/g,
];
/**
 * Sentences about possibilities: "it may not exist, or the server …" occurs in rejections of every kind, and proves
 * nothing.
 */
const hedges: readonly RegExp[] = [
  /\b(?:may|might) (?:not )?(?:exist|be|have|no longer|lack)\b/,
  /\bcould (?:be|have)\b/,
  /\bor (?:that )?(?:the|your|this|its) (?:e-?mail |mail |recipient )?(?:server|system|account|domain|host|address|mailbox|recipient|user)\b/,
  /\beither (?:the|your|this|it|because)\b/,
];

/** Addresses, our domains and our hosts become signs that tell whose each is (reply-parties.ts). */
export function readWords(reply: string, parties: ReplyParties): string {
  const signOf = createSigns(parties);
  const line = reply
    .slice(0, textMaxLength)
    .toLowerCase()
    // A link can name the case, like Gmail's: `?p=DisabledUser`. Its other words are irrelevant.
    .replace(/https?:\/\/[^\s?]*(?:\?p=([a-z]*))?\S*/g, ' $1 ')
    .replace(/[^\s<>()[\]"',;:=]+/g, (word) => signOf(word) ?? word)
    .replace(/(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)/g, 'ip')
    .replace(/(?<=^|\s)[245]\d\d[- ](?:[245]\.\d{1,3}\.\d{1,3}\s)?/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
  return withoutHedges(line)
    .split(' ')
    .map((word) => word.slice(0, wordMaxLength))
    .join(' ');
}

function withoutHedges(line: string): string {
  const plain = directions.reduce((rest, direction) => rest.replace(direction, ' '), line);
  const sentences = plain.replace(asides, ' ').split(/(?<=[.!?]) /);
  return sentences.filter((sentence) => !hedges.some((hedge) => hedge.test(sentence))).join(' ');
}

/** Marks before which a reply is a wrapper, and after which it repeats another server's reply. */
const embeddedReply = /(?:[:;>"'([]|\bsaid|\breplied|\breturned|\bresponded) ?<?\[?(?:smtp;? ?)?(?=[45]\d\d[ -])/gi;

/** Returns the innermost reply that `reply` wraps; `reply` itself when it wraps none. */
export function innermostReply(reply: string): string {
  let innermost = reply;
  let code = reply.trimStart().slice(0, 3);
  for (const { index, 0: mark } of reply.slice(0, textMaxLength).matchAll(embeddedReply)) {
    const start = index + mark.length;
    const found = reply.slice(start, start + 3);
    // Lines of one reply repeat its code.
    if (found === code && reply.charAt(start + 3) === '-') continue;
    code = found;
    innermost = reply.slice(start);
  }
  return innermost;
}
