/**
 * The cookie of the console's session, and the requests that may use it: those that the console's own page sends
 * (docs/rules.md#console-session). Another site can neither send the header nor be the origin. How long a session
 * lasts, and how many there are: src/platforms/sessions/console-session.ts.
 */
import type { IncomingMessage } from 'node:http';
import type { App } from '../../context.ts';
import { sessionLifetime } from '../../platforms/sessions/console-session.ts';

/** A header that a form or an image of another site cannot send. */
const consoleHeader = 'tidings-console';

type Place = Pick<App, 'config' | 'publicUrl'>;

/** With TLS the browser itself keeps the cookie to this host (`__Host-`). */
function cookieName(isSecure: boolean): string {
  return isSecure ? '__Host-tidings-console' : 'tidings-console';
}

function isSecure({ publicUrl }: Place): boolean {
  return publicUrl.startsWith('https:');
}

/** Returns the `Set-Cookie` header that stores `token`; null removes the cookie. */
export function sessionCookie(place: Place, token: string | null): string {
  const secure = isSecure(place);
  const life = token === null ? 0 : sessionLifetime / 1_000;
  const flags = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${life}${secure ? '; Secure' : ''}`;
  return `${cookieName(secure)}=${token ?? ''}; ${flags}`;
}

/** The token in the cookie of a request that the console's page sent; undefined for any other request. */
export function sessionFor(place: Place, request: IncomingMessage): string | undefined {
  return isFromConsole(place, request) ? cookieOf(place, request) : undefined;
}

/** The token in the cookie of any request, such as that for the page itself: it shows who asks, and allows nothing. */
export function cookieOf(place: Place, request: IncomingMessage): string | undefined {
  if (!place.config.console) return undefined;
  const name = `${cookieName(isSecure(place))}=`;
  const found = (request.headers.cookie ?? '').split('; ').find((part) => part.startsWith(name));
  return found?.slice(name.length) || undefined;
}

/**
 * Whether the console's page sent the request: with its header, and from this origin. A browser names the origin of each
 * request but a GET.
 */
export function isFromConsole({ publicUrl }: Place, { headers, method }: IncomingMessage): boolean {
  if (headers[consoleHeader] !== '1') return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin } = headers;
  if (origin === undefined) return method === 'GET';
  return origin === URL.parse(publicUrl)?.origin || URL.parse(origin)?.host === headers.host;
}
