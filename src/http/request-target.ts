/**
 * Request targets as proxies write them (docs/rules.md#request-targets): `GET http://host/v1/key` is what most clients
 * send as `GET /v1/key`. RFC 9112, 3.2.2 has a server accept both, and take the host of the first for `Host`.
 */
import type { IncomingMessage } from 'node:http';

/** A URL of HTTP, its authority and the rest. Two parts of one sign class each: it reads a target once. */
const absolute = /^https?:\/\/([^/?#]+)(.*)$/is;

/** Rewrites the target of a request to a path and a query, where it is a whole URL; leaves every other as it is. */
export function toOriginForm(request: IncomingMessage): void {
  const [, authority, rest = ''] = absolute.exec(request.url ?? '') ?? [];
  // A name and a password before the host are an error (RFC 9110, 4.2.4): such a target is no path of ours.
  if (authority === undefined || authority.includes('@')) return;
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
  request.headers.host = authority;
}
