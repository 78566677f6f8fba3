/** The API key of the demo platform, for pages that a developer opens on the machine of the service (GraphiQL). */
import type { IncomingMessage } from 'node:http';
import type { App } from '../context.ts';
import { mayShowLocalKey } from './may-show-local-key.ts';

declare module '../context.ts' {
  interface Parts {
    /** The API key of the demo platform, for pages that a developer opens on this machine. */
    readonly localKey: { apiKey: string | null };
  }
}

export function setLocalKey(app: App, apiKey: string): void {
  app.parts.localKey.apiKey = apiKey;
}

/**
 * Returns the key where the response to `request` may hold it; else null. A response with the key must not be cached.
 */
export function localKeyFor(app: App, request: IncomingMessage): string | null {
  return mayShowLocalKey(app.config, request) ? app.parts.localKey.apiKey : null;
}
