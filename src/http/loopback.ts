/** Names and addresses of the local machine. May import nothing. */

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
