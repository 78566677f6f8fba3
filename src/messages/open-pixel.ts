/** The link of an open pixel: it names one message, and nobody else can make one. */
import type { App } from '../context.ts';
import { readSignedId, signId } from '../transport/mail/signed-id.ts';

export function openPixelUrl(app: App, messageId: string): string {
  return `${app.publicUrl}/open/${signId(app.secrets, 'open-pixel', messageId)}.gif`;
}

/** The message's id; null for a token that we did not sign. */
export function readOpenPixel(app: App, token: string): string | null {
  return readSignedId(app.secrets, 'open-pixel', token.replace(/\.gif$/i, ''));
}
