/**
 * The signed marks that connect what comes in with its message (docs/rules.md#return-path): the return path of every
 * mail, a header for abuse reports, which quote the mail but do not come to the return path, the address that mail apps
 * write to when a person unsubscribes, and the one to which a person answers.
 */
import type { Secrets } from '../../ground/secrets.ts';
import { readSignedId, signId } from './signed-id.ts';

/** Header of every mail; its value is `<message id>.<mac>`. */
export const messageHeader = 'Tidings-Message';

/** `b+<message id>.<mac>@bounces.<domain>`; `domain` is the sending domain. */
export function signReturnPath(secrets: Secrets, messageId: string, domain: string): string {
  return `b+${signId(secrets, 'return-path', messageId)}@bounces.${domain}`;
}

/** Returns the message's id, or null when `address` is no signed return path. Letter case does not matter. */
export function readReturnPath(secrets: Secrets, address: string): string | null {
  const [, signed] = /^b\+([^@]+)@bounces\.[^@]+$/i.exec(address) ?? [];
  return signed === undefined ? null : readSignedId(secrets, 'return-path', signed);
}

/** `u+<message id>.<mac>@bounces.<domain>`; a mail to it unsubscribes the contact of the message. */
export function signLeaveAddress(secrets: Secrets, messageId: string, domain: string): string {
  return `u+${signId(secrets, 'leave-address', messageId)}@bounces.${domain}`;
}

/** Returns the message's id, or null when `address` is no signed one. Letter case does not matter. */
export function readLeaveAddress(secrets: Secrets, address: string): string | null {
  const [, signed] = /^u\+([^@]+)@bounces\.[^@]+$/i.exec(address) ?? [];
  return signed === undefined ? null : readSignedId(secrets, 'leave-address', signed);
}

/** `r+<message id>.<mac>@reply.<domain>`; a mail to it answers the message (docs/rules.md#reply-address). */
export function signReplyAddress(secrets: Secrets, messageId: string, domain: string): string {
  return `r+${signId(secrets, 'reply-address', messageId)}@reply.${domain}`;
}

/** Returns the message's id, or null when `address` is no signed one. Letter case does not matter. */
export function readReplyAddress(secrets: Secrets, address: string): string | null {
  const [, signed] = /^r\+([^@]+)@reply\.[^@]+$/i.exec(address) ?? [];
  return signed === undefined ? null : readSignedId(secrets, 'reply-address', signed);
}

export function signMessageHeader(secrets: Secrets, messageId: string): string {
  return signId(secrets, 'message-header', messageId);
}

/** Returns the message's id, or null when `value` has no valid signature. */
export function readMessageHeader(secrets: Secrets, value: string): string | null {
  return readSignedId(secrets, 'message-header', value.trim());
}
