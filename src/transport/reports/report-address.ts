/** Addresses that reports name. They are compared, never stored. */

/** Characters of one address (RFC 5321, section 4.5.3.1). */
const addressMaxLength = 320;

/** Returns the address in a field that holds a single one, such as `Ada <ada@example.com>`. */
export function bareAddress(field: string | undefined): string | null {
  const found = (field ?? '')
    .slice(0, 4 * addressMaxLength)
    .split(/[\s<>,;"()]+/)
    .filter((word) => /[^@]@[^@]/.test(word));
  const [only] = found;
  return found.length === 1 && only !== undefined && only.length <= addressMaxLength ? only : null;
}

/**
 * Whether a report about `named` speaks for `address`: systems rewrite the domain of a mailbox, and the local part of an
 * alias. What has neither in common is somebody else, to whom the mail was passed on.
 */
export function areOneAddress(address: string, named: string): boolean {
  const [local, domain] = split(address);
  const [otherLocal, otherDomain] = split(named);
  return (
    local === otherLocal ||
    domain === otherDomain ||
    domain.endsWith(`.${otherDomain}`) ||
    otherDomain.endsWith(`.${domain}`)
  );
}

/** Whether both name one mailbox: systems rewrite the domain, and members of a list have names of their own. */
export function isOneMailbox(address: string, named: string): boolean {
  return split(address)[0] === split(named)[0];
}

function split(address: string): readonly [local: string, domain: string] {
  const whole = address.normalize('NFC').toLowerCase();
  const at = whole.lastIndexOf('@');
  return [whole.slice(0, at), whole.slice(at + 1)];
}
