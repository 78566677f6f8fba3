/** The link of an open pixel: names one message, and only this deployment can make one. */
import type { App } from '../../context.ts';
import { readSignedId, signId } from '../../transport/mail/signed-id.ts';

export function openPixelUrl(app: App, messageId: string): string {
  return `${app.publicUrl}/open/${signId(app.secrets, 'open-pixel', messageId)}.gif`;
}

/** Returns the message's id; null for a forged token. */
export function readOpenPixel(app: App, token: string): string | null {
  return readSignedId(app.secrets, 'open-pixel', token.replace(/\.gif$/i, ''));
}
