/** When two email addresses are one (docs/rules.md#equal-addresses). Which texts are addresses: src/ground/input/input.ts. */
import { domainToASCII } from 'node:url';

/** Lower case as a whole, composed (NFC), the domain as punycode: the form in which addresses are compared. */
export function normaliseAddress(address: string): string {
  const at = address.lastIndexOf('@');
  if (at === -1) return fold(address);
  const domain = address.slice(at + 1);
  return fold(`${address.slice(0, at)}@${domainToASCII(domain) || domain}`);
}

/** Composed before and after: the lower case of a letter may be two. */
const fold = (text: string) => text.normalize('NFC').toLowerCase().normalize('NFC');
