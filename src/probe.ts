/**
 * The probe of a container (docs/deploying.md): `node probe.mjs [/readyz]` asks the service that was started with the same
 * environment, by default whether it lives, and ends with 0 or says why not and ends with 1. A process with the role `api`
 * is asked over HTTP, one that gives its metrics there, and any other by the greeting of its listener for reports.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

/** Milliseconds. */
const patience = 4_000;
/** Hosts that a server listens on for all its addresses, and the one at which it is asked. */
const loopbacks: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };
/** The greeting of a mail server that takes mail (RFC 5321, 4.3.2). */
const greeting = '220';

const { HOST = '', PORT = '', INBOUND_PORT = '', METRICS_HOST = '', METRICS_PORT = '', ROLES = '' } = process.env;
const [path = '/livez'] = process.argv.slice(2);

const askedAt = (host: string) => loopbacks[host] ?? (host || '127.0.0.1');

async function askHttp(listening: string, port: string): Promise<void> {
  const host = askedAt(listening);
  const shown = host.includes(':') ? `[${host}]` : host;
  const { status } = await fetch(`http://${shown}:${port}${path}`, { signal: AbortSignal.timeout(patience) });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
}

async function askInbound(port: number): Promise<void> {
  const socket = connect({ host: askedAt(HOST), port, signal: AbortSignal.timeout(patience) });
  const [said]: readonly Buffer[] = await once(socket, 'data', { signal: AbortSignal.timeout(patience) });
  socket.destroy();
  if (!said?.toString('latin1').startsWith(greeting)) throw new Error('the listener for reports takes no mail');
}

/** Rejects unless the process is well. */
async function ask(): Promise<void> {
  const roles = ROLES === '' ? ['api'] : ROLES.split(',').map((role) => role.trim());
  if (roles.includes('api')) return askHttp(HOST, PORT || '8080');
  if (METRICS_PORT !== '') return askHttp(METRICS_HOST, METRICS_PORT);
  if (roles.includes('inbound')) return askInbound(Number(INBOUND_PORT || '2525'));
  throw new Error('a worker without METRICS_PORT listens nowhere');
}

ask().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
