/**
 * Signed tokens of unsubscribe links, each for one contact (docs/rules.md#unsubscribe-link,
 * docs/rules.md#what-one-mail-allows). `<workspace id><contact id><mac>`, 72 characters that no URL has to escape; in mail
 * of a topic `<workspace id><contact id><key of the topic>.<mac>`.
 */
import type { App } from '../context.ts';
import { nobody } from '../ground/ids.ts';
import { type Secrets, sameBytes } from '../ground/secrets.ts';
import type { ContactPlace } from './add-contact-tags.ts';

/** Bytes of the MAC: 120 bits, 20 characters of base64url. */
const macBytes = 15;
/** Behind the token may stand full stops and dashes that a program took for a part of the link. */
const tokenShape = /^([0-9A-Z]{26})([0-9A-Z]{26})(?:([a-z0-9_]{1,64})\.)?([A-Za-z0-9_-]{20})[._-]{0,3}$/;

/** What a link is for. */
export interface ContactLink extends ContactPlace {
  /** Key of the topic of its mail; null: transactional mail. */
  readonly topic: string | null;
}

/** Without a topic the link is for all marketing. */
type WrittenLink = ContactPlace & Partial<ContactLink>;

/** The link that unsubscribes a contact from a topic, or from the workspace's marketing. */
export function unsubscribeUrl({ publicUrl, secrets }: App, place: WrittenLink): string {
  return `${publicUrl}/unsubscribe/${contactToken(secrets, place)}`;
}

export function contactToken(secrets: Secrets, link: WrittenLink): string {
  return `${signedPart(link)}${textOf(secrets.mac('unsubscribe', signedPart(link)))}`;
}

/** Ids have one length, so no topic makes it the part of another link. */
function signedPart({ workspaceId, id, topic = null }: WrittenLink): string {
  return `${workspaceId}${id}${topic === null ? '' : `${topic}.`}`;
}

/** Returns the contact and the topic of a token; null for a forged token, in the same time whatever is wrong with the token. */
export function readContactToken(secrets: Secrets, token: string): ContactLink | null {
  const [, workspaceId = nobody, id = nobody, topic = null, mac = ''] = tokenShape.exec(token) ?? [];
  const given = Buffer.from(mac);
  const genuine = secrets
    .macs('unsubscribe', signedPart({ workspaceId, id, topic }))
    .filter((expected) => sameBytes(given, Buffer.from(textOf(expected))));
  return genuine.length > 0 ? { workspaceId, id, topic } : null;
}

function textOf(mac: Buffer): string {
  return mac.subarray(0, macBytes).toString('base64url');
}
