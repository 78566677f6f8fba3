/**
 * Signed tokens of unsubscribe links, each for one contact (docs/rules.md#unsubscribe-link,
 * docs/rules.md#what-one-mail-allows). `<workspace id><contact id><mac>`, 72 characters that no URL has to escape.
 */
import type { App } from '../context.ts';
import { nobody } from '../ground/ids.ts';
import { type Secrets, sameBytes } from '../ground/secrets.ts';
import type { ContactPlace } from './add-contact-tags.ts';

/** Bytes of the MAC: 120 bits, 20 characters of base64url. */
const macBytes = 15;
/** Behind the token may stand full stops and dashes that a program took for a part of the link. */
const tokenShape = /^([0-9A-Z]{26})([0-9A-Z]{26})([A-Za-z0-9_-]{20})[._-]{0,3}$/;

/** The link that unsubscribes a contact from the workspace's marketing. */
export function unsubscribeUrl({ publicUrl, secrets }: App, place: ContactPlace): string {
  return `${publicUrl}/unsubscribe/${contactToken(secrets, place)}`;
}

export function contactToken(secrets: Secrets, { workspaceId, id }: ContactPlace): string {
  return `${workspaceId}${id}${textOf(secrets.mac('unsubscribe', `${workspaceId}${id}`))}`;
}

/** Returns the contact of a token; null for a forged token, in the same time whatever is wrong with the token. */
export function readContactToken(secrets: Secrets, token: string): ContactPlace | null {
  const [, workspaceId = nobody, id = nobody, mac = ''] = tokenShape.exec(token) ?? [];
  const given = Buffer.from(mac);
  const genuine = secrets
    .macs('unsubscribe', `${workspaceId}${id}`)
    .filter((expected) => sameBytes(given, Buffer.from(textOf(expected))));
  return genuine.length > 0 ? { workspaceId, id } : null;
}

function textOf(mac: Buffer): string {
  return mac.subarray(0, macBytes).toString('base64url');
}
