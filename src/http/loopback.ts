/** Names and addresses of this machine alone. May import nothing. */

/** Hosts that never leave the machine: development defaults hold for these alone. */
const loopbackHosts: readonly string[] = ['127.0.0.1', '::1', 'localhost'];

export function isLoopbackHost(host: string): boolean {
  return loopbackHosts.includes(host);
}

/**
 * Whether a `Host` header names this machine. A website whose name was pointed to 127.0.0.1 (DNS rebinding) sends its own
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
