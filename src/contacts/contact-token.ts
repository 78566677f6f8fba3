/**
 * Tokens of links that stand for one contact (decisions, section 6): signed, without an end, naming no address.
 * `<workspace id><contact id><mac>`, 72 characters that no URL has to escape.
 */
import type { App } from '../context.ts';
import { nobody } from '../ids.ts';
import { type Secrets, sameBytes } from '../secrets.ts';
import type { ContactPlace } from './add-contact-tags.ts';

/** Bytes of the MAC that are kept: 120 bits, 20 characters of base64url. */
const macBytes = 15;
const tokenShape = /^([0-9A-Z]{26})([0-9A-Z]{26})([A-Za-z0-9_-]{20})$/;

/** The link by which a contact leaves the workspace's marketing. */
export function unsubscribeUrl({ publicUrl, secrets }: App, { workspaceId, id }: ContactPlace): string {
  return `${publicUrl}/unsubscribe/${workspaceId}${id}${macOf(secrets, workspaceId, id)}`;
}

/** Whom a token stands for; null for a token that we did not sign, which takes as long to find whatever is wrong. */
export function readContactToken(secrets: Secrets, token: string): ContactPlace | null {
  const [, workspaceId = nobody, id = nobody, mac = ''] = tokenShape.exec(token) ?? [];
  const genuine = sameBytes(Buffer.from(mac), Buffer.from(macOf(secrets, workspaceId, id)));
  return genuine ? { workspaceId, id } : null;
}

function macOf(secrets: Secrets, workspaceId: string, id: string): string {
  return secrets.mac('unsubscribe', `${workspaceId}${id}`).subarray(0, macBytes).toString('base64url');
}
