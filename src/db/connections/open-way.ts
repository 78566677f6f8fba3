/** One try to reach one host, with TLS or without. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { isIP, Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import type { DatabaseHost, DatabaseUrl } from '../../ground/config/database-url.ts';

export interface Way extends DatabaseHost {
  readonly tls: boolean;
}

/** SSLRequest of PostgreSQL's protocol: its length and its code. */
const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const yes = 'S'.charCodeAt(0);

/** The ways to a host in the order of libpq. A Unix socket needs no TLS. */
export function waysTo({ host, port }: DatabaseHost, { sslMode }: Pick<DatabaseUrl, 'sslMode'>): readonly Way[] {
  const plain = { host, port, tls: false };
  const secure = { host, port, tls: true };
  if (isFolder(host) || sslMode === 'disable') return [plain];
  if (sslMode === 'allow') return [plain, secure];
  return sslMode === 'prefer' ? [secure, plain] : [secure];
}

/** The server speaks no TLS, which `sslmode` asks for. */
export class WithoutTls extends Error {
  constructor() {
    super('The database does not offer TLS');
  }
}

/** Resolves with a stream of PostgreSQL's protocol. Rejects with the network's error, or with TLS's. */
export async function openWay(way: Way, url: DatabaseUrl, signal: AbortSignal): Promise<Socket | TLSSocket> {
  const socket = new Socket({ signal });
  socket.setNoDelay(true);
  // Once TLS has taken it over, or it was handed on, others hear of it.
  socket.on('error', () => undefined);
  if (isFolder(way.host)) socket.connect(`${way.host}/.s.PGSQL.${way.port}`);
  else socket.connect(way.port, way.host);
  try {
    await once(socket, 'connect');
    return way.tls ? await secured(socket, way, url) : socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function secured(socket: Socket, { host }: Way, url: DatabaseUrl): Promise<TLSSocket> {
  const options = await tlsOptions(url, host);
  socket.write(request);
  const answer = await firstBytes(socket);
  // More than one byte would be somebody's words before the encryption.
  if (answer.length !== 1 || answer[0] !== yes) throw new WithoutTls();
  const tls = connect({ ...options, socket });
  await once(tls, 'secureConnect');
  return tls;
}

async function firstBytes(socket: Socket): Promise<Buffer> {
  const ended = new Promise<never>((_resolve, reject) => {
    socket.once('close', () => reject(Object.assign(new Error('Connection terminated'), { code: 'ECONNRESET' })));
  });
  ended.catch(() => undefined);
  const heard = once(socket, 'data').then(([bytes]) => bytes as Buffer);
  heard.catch(() => undefined);
  return Promise.race([heard, ended]);
}

async function tlsOptions(url: DatabaseUrl, host: string): Promise<ConnectionOptions> {
  const { sslMode, rootCertificate, certificate, key } = url;
  const isSystem = rootCertificate === 'system';
  // With an authority `require` means `verify-ca`, as libpq has it.
  const verifies = sslMode.startsWith('verify') || (sslMode === 'require' && rootCertificate !== null);
  return {
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(verifies && !isSystem && rootCertificate !== null ? { ca: await readFile(rootCertificate) } : {}),
    ...(certificate === null || key === null ? {} : { cert: await readFile(certificate), key: await readFile(key) }),
    rejectUnauthorized: verifies,
    ...(sslMode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

function isFolder(host: string): boolean {
  return host.startsWith('/');
}
