/** The link of an open pixel: names one message, and only this deployment can make one. */
import type { App } from '../context.ts';
import { nobody } from '../ids.ts';
import { readSignedId, signId } from '../transport/mail/signed-id.ts';

export function openPixelUrl(app: App, messageId: string): string {
  return `${app.publicUrl}/open/${signId(app.secrets, 'open-pixel', messageId)}.gif`;
}

/**
 * Returns the message's id. For a forged token returns the id of no row, so that the lookup takes as long as for a
 * message that is gone.
 */
export function readOpenPixel(app: App, token: string): string {
  return readSignedId(app.secrets, 'open-pixel', token.replace(/\.gif$/i, '')) ?? nobody;
}
