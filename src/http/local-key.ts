/**
 * The demo platform's API key, for pages that a developer opens on the machine that the service runs on (GraphiQL). A
 * page may hold the key only where nobody else can read the page:
 *
 * - in development, with a service that listens on the loopback interface alone;
 * - the connection comes from this machine, and no proxy passed the request on;
 * - the request names this machine: a site whose name was pointed to 127.0.0.1 (DNS rebinding) sends its own name.
 */
import type { IncomingMessage } from 'node:http';
import type { App } from '../context.ts';
import { isLoopbackHost, namesLoopback } from './loopback.ts';

const keys = new WeakMap<App, string>();

/** Headers that only a proxy adds. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'];
const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;

export function setLocalKey(app: App, apiKey: string): void {
  keys.set(app, apiKey);
}

/** The key, where the response to `request` may hold it; else null. The response must not be cached. */
export function localKeyFor(app: App, { headers, socket }: IncomingMessage): string | null {
  const { production, host } = app.config;
  if (production || !isLoopbackHost(host)) return null;
  if (!loopbackAddress.test(socket.remoteAddress ?? '')) return null;
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return null;
  return namesLoopback(headers.host) ? (keys.get(app) ?? null) : null;
}
