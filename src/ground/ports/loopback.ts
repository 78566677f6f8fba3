/** Names and addresses of the local machine (docs/rules.md#pages-of-the-local-run). */

/** Hosts that never leave the machine; development defaults apply to these alone. */
const loopbackHosts: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

export function isLoopbackHost(host: string): boolean {
  return loopbackHosts.includes(host);
}

/**
 * Whether a `Host` header names this machine. A website that points its name to 127.0.0.1 (DNS rebinding) sends its own
 * name.
 */
export function namesLoopback(header = ''): boolean {
  return isLoopbackHost(
    header
      .toLowerCase()
      .replace(/:\d*$/, '')
      .replace(/^\[(.*)\]$/, '$1'),
  );
}

interface AskingHeaders {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | readonly string[] | undefined;
}

/**
 * Whether a page of another site sent the request, as far as the browser says so: by its origin, or, for a request
 * without one, by the relation of the sites.
 */
export function isForeignPage({ host, origin, 'sec-fetch-site': site }: AskingHeaders): boolean {
  if (site === 'cross-site') return true;
  return origin !== undefined && URL.parse(origin)?.host !== host?.toLowerCase();
}
