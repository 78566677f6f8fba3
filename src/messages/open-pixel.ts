/** The link of an open pixel: it names one message, and nobody else can make one. */
import type { App } from '../context.ts';
import { nobody } from '../ids.ts';
import { readSignedId, signId } from '../transport/mail/signed-id.ts';

export function openPixelUrl(app: App, messageId: string): string {
  return `${app.publicUrl}/open/${signId(app.secrets, 'open-pixel', messageId)}.gif`;
}

/**
 * The message's id. What we did not sign gives one to look for in vain all the same, so that a forged token takes as
 * long as one whose message is gone.
 */
export function readOpenPixel(app: App, token: string): string {
  return readSignedId(app.secrets, 'open-pixel', token.replace(/\.gif$/i, '')) ?? nobody;
}
