/** Checks the URL of a webhook endpoint (docs/rules.md#endpoint-url). */
import type { ErrorCode } from '../../ground/errors/error-codes.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { isPublicAddress, type Resolver } from './check-address.ts';

/** Characters. */
const urlMaxLength = 2_048;

type UrlCode = Extract<ErrorCode, `url_${string}`>;

export interface EndpointTarget {
  /** Lower case, punycode, no trailing dot. */
  readonly host: string;
  readonly port: number;
  /** A development host: connects to 127.0.0.1, whatever its name resolves to. */
  readonly dev: boolean;
}

/**
 * Judges everything but the name's addresses. Every spelling of a host (decimal, octal, hex or short IPv4, full-width
 * digits, look-alikes of dots, percent-encoding) is first normalised by the WHATWG URL standard, exactly as in the
 * client that connects later.
 */
export function judgeUrl(text: string, devHosts: readonly string[]): EndpointTarget | UrlCode {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(text)?.[1];
  // The parser would drop blanks and control characters and turn \ into /: the stored URL would not be the judged one.
  if (authority === undefined || /[\s\\\p{Cc}]/u.test(text) || !URL.canParse(text)) return 'url_invalid';
  const url = new URL(text);
  if (url.hostname === '') return 'url_invalid';
  if (text.length > urlMaxLength) return 'url_too_long';
  if (url.protocol !== 'https:') return 'url_not_https';
  const dev = devHosts.includes(url.hostname);
  if (url.port !== '' && !dev) return 'url_port_refused';
  if (authority.includes('@') || url.username !== '' || url.password !== '') return 'url_credentials_refused';
  const host = url.hostname.replace(/\.$/, '');
  if (!dev && !isPublicName(host)) return 'url_host_refused';
  return { host, port: url.port === '' ? 443 : Number(url.port), dev };
}

/** Whether the host is a name with a dot, no address, and not below `localhost` (RFC 6761). */
function isPublicName(host: string): boolean {
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return false;
  return host.includes('.') && !host.endsWith('.localhost');
}

/** Throws `url_*` with `errors` under `url`; resolves when a webhook may go to the URL now. */
export async function checkEndpointUrl(
  url: string,
  options: { readonly resolver: Resolver; readonly devHosts: readonly string[] },
): Promise<void> {
  const target = judgeUrl(url, options.devHosts);
  if (typeof target === 'string') throw refused(target);
  if (target.dev) return;
  const addresses = await options.resolver.resolve(target.host).catch(() => []);
  if (addresses.length === 0) throw refused('url_unresolvable');
  if (!addresses.every(isPublicAddress)) throw refused('url_address_refused');
}

const faults: Readonly<Record<UrlCode, string>> = {
  url_invalid: 'must be an absolute URL with a host',
  url_too_long: 'must be at most 2,048 characters long',
  url_not_https: 'must start with https://',
  url_port_refused: 'must use port 443',
  url_credentials_refused: 'must not carry a user or a password',
  url_host_refused: 'must name a public host, not an IP address or a local name',
  url_unresolvable: 'must name a host that resolves',
  url_address_refused: 'must resolve to public addresses only',
};

function refused(code: UrlCode): DomainError {
  return new DomainError(code, undefined, { errors: { url: [faults[code]] } });
}
