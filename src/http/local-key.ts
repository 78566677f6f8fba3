/** The demo platform's API key, for pages that a developer opens on the machine that the service runs on (GraphiQL). */
import type { IncomingMessage } from 'node:http';
import type { App } from '../context.ts';
import { mayShowLocalKey } from './may-show-local-key.ts';

export function setLocalKey(app: App, apiKey: string): void {
  app.parts.localKey.apiKey = apiKey;
}

/** The key, where the response to `request` may hold it; else null. The response must not be cached. */
export function localKeyFor(app: App, request: IncomingMessage): string | null {
  return mayShowLocalKey(app.config, request) ? app.parts.localKey.apiKey : null;
}
