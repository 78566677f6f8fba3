/** What an email address may be (docs/rules.md#email-addresses). Whether two are one: equal-addresses.ts. */
import { composed, textOf } from '../input/composed-text.ts';

const emailMaxLength = 254;

/**
 * One address, stored as given but composed; internationalised domains are accepted (docs/rules.md#email-addresses).
 * Whether two are one: src/ground/addresses/equal-addresses.ts.
 */
export const emailAddress = textOf(emailMaxLength)
  .refine(isEmailAddress, 'must be an email address')
  .transform(composed);

/**
 * Blanks, control characters, halves of surrogate pairs, and characters that are invisible or reverse the direction of
 * text.
 */
const unseen = /[\s\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;
const specials = /[<>()[\]\\,;:"@]/;
/** A domain that ends so is read as an IPv4 address: `1.2` is 1.0.0.2. */
const isNumber = /^(?:\d+|0x[\da-f]*)$/i;
const domainLabel = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*$/u;

/** Split by hand: each part is read once, however long the text is. */
function isEmailAddress(text: string): boolean {
  if (text.length > emailMaxLength || unseen.test(text)) return false;
  const at = text.indexOf('@');
  const local = text.slice(0, Math.max(0, at));
  const labels = text.slice(at + 1).split('.');
  if (specials.test(local) || local.split('.').includes('')) return false;
  if (isNumber.test((labels.at(-1) ?? '').normalize('NFKC'))) return false;
  return labels.length > 1 && labels.every((label) => domainLabel.test(label) && !label.endsWith('-'));
}
