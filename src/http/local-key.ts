/** The demo platform's API key, for pages that a developer opens on the machine that the service runs on (GraphiQL). */
import type { IncomingMessage } from 'node:http';
import type { App } from '../context.ts';
import { mayShowLocalKey } from './may-show-local-key.ts';

const keys = new WeakMap<App, string>();

export function setLocalKey(app: App, apiKey: string): void {
  keys.set(app, apiKey);
}

/** The key, where the response to `request` may hold it; else null. The response must not be cached. */
export function localKeyFor(app: App, request: IncomingMessage): string | null {
  return mayShowLocalKey(app.config, request) ? (keys.get(app) ?? null) : null;
}
