/**
 * Whether the response to a request may hold the API key of the demo platform (docs/rules.md#pages-of-the-local-run).
 * Only a developer on the machine of the service may read the key:
 *
 * - in development, with a service that listens on loopback alone and has no other public name;
 * - the connection comes from this machine, and no proxy or tunnel forwarded the request;
 * - the request names this machine: a site that points its name to 127.0.0.1 (DNS rebinding) sends its own name;
 * - no page of another site asked for it, not even by a link.
 */
import type { IncomingMessage } from 'node:http';
import type { Config } from '../ground/config/config.ts';
import { isForeignPage, isLoopbackHost, namesLoopback } from '../ground/ports/loopback.ts';

/** Headers that proxies and tunnels add. */
const proxyHeaders = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;

type Settings = Pick<Config, 'production' | 'host' | 'publicUrl'>;

export function mayShowLocalKey({ production, host, publicUrl }: Settings, request: IncomingMessage): boolean {
  const { headers, socket } = request;
  if (production || !isLoopbackHost(host)) return false;
  if (publicUrl !== null && !namesLoopback(new URL(publicUrl).host)) return false;
  if (!loopbackAddress.test(socket.remoteAddress ?? '')) return false;
  if (!namesLoopback(headers.host) || isForeignPage(headers)) return false;
  return proxyHeaders.every((name) => headers[name] === undefined);
}
