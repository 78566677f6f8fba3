/** Looks for an email address in a text that may be encoded. */
import { decodedForms } from './decoded-forms.ts';

/** `a@b.cc` */
const shortestAddress = 6;
/** Signs `@` that are examined in one reading of a text. */
const signsMax = 16;

const localEnd = /[\p{L}\p{N}._%+'-]/u;
const domainStart = /^[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/u;
const domainMaxLength = 255;

/** Whether the text holds an address, as it is or after one or two decodings. */
export function holdsAddress(text: string): boolean {
  if (text.length < shortestAddress) return false;
  for (const form of decodedForms(text, shortestAddress)) if (hasAddress(form.text)) return true;
  return false;
}

function hasAddress(text: string): boolean {
  let at = text.indexOf('@');
  for (let signs = 0; at !== -1 && signs < signsMax; signs += 1) {
    if (at > 0 && localEnd.test(text.charAt(at - 1)) && isDomain(text.slice(at + 1, at + 1 + domainMaxLength)))
      return true;
    at = text.indexOf('@', at + 1);
  }
  return false;
}

function isDomain(text: string): boolean {
  const [domain = ''] = domainStart.exec(text) ?? [];
  return domain.split('.').some((label, at) => at > 0 && /\p{L}{2}/u.test(label));
}
