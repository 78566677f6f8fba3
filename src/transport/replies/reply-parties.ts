/** What the judge of a reply knows of both sides: the same words mean different things about different addresses. */
import { domainOf } from '../../ground/addresses/domain-of.ts';

export interface ReplyParties {
  /** The side that replied: a relay, with which we have an account, or the recipient's exchanger. */
  readonly side: 'relay' | 'exchanger';
  readonly recipient: string | null;
  /** Our envelope address. */
  readonly sender: string | null;
  /** The names and addresses under which this service connects, in lower case. */
  readonly hosts: readonly string[];
}

export const unknownParties: ReplyParties = { side: 'exchanger', recipient: null, sender: null, hosts: [] };

/** The words that stand for addresses, domains and hosts in normalised text. No rule of ours has such words itself. */
export const signs = {
  /** The recipient's address, or one of which it is not known whose it is. */
  address: '@',
  ours: 'ouraddress',
  ourDomain: 'ourdomain',
  ourHost: 'ourhost',
} as const;

/** Our return paths have this form whatever is known of the mail (docs/rules.md#return-path). */
const returnPath = /^b\+[^@]{1,100}@bounces\.[^@]{3}/;
const returnDomain = /^bounces\.[\w-]{1,63}\.[\w.-]{2}/;

export function isReturnPath(address: string): boolean {
  return returnPath.test(address.toLowerCase());
}

/** Makes a function that gives the sign of a word in lower case; null for a word that is neither address nor ours. */
export function createSigns(parties: ReplyParties): (word: string) => string | null {
  const recipient = parties.recipient?.toLowerCase() ?? null;
  const sender = parties.sender?.toLowerCase() ?? null;
  const theirs = recipient === null ? null : domainOf(recipient);
  const bounces = sender === null ? null : domainOf(sender);
  const from = bounces?.replace(/^bounces\./, '') ?? null;
  const isOurDomain = (domain: string) => {
    if (domain === bounces || returnDomain.test(domain)) return domain !== theirs;
    // A company that mails its own people has one domain on both sides: its name alone proves nothing.
    return from !== null && from !== theirs && (domain === from || domain.endsWith(`.${from}`)) && domain !== theirs;
  };
  return (word) => {
    const at = word.indexOf('@');
    if (at > 0 && at < word.length - 1) {
      if (word === recipient) return signs.address;
      return word === sender || returnPath.test(word) || isOurDomain(domainOf(word)) ? signs.ours : signs.address;
    }
    if (!word.includes('.')) return null;
    const name = word.endsWith('.') ? word.slice(0, -1) : word;
    // A name at the end of a sentence still ends it.
    const end = word.slice(name.length);
    if (parties.hosts.includes(name)) return signs.ourHost + end;
    return isOurDomain(name) ? signs.ourDomain + end : null;
  };
}
