/** Several hosts in one URL, and TLS, on servers of the test's own (docs/rules.md#database-urls). */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { awaitDatabase } from '../../../src/db/connections/await-database.ts';
import { createWayChooser } from '../../../src/db/connections/choose-way.ts';
import { connectionTo } from '../../../src/db/connections/connection-to.ts';
import { isUnavailable } from '../../../src/db/connections/is-unavailable.ts';
import type { Way } from '../../../src/db/connections/open-way.ts';
import { type Db, openDb } from '../../../src/db/connections/pool.ts';
import { Wire } from '../../../src/db/connections/wire.ts';
import { parseDatabaseUrl } from '../../../src/ground/config/database-url.ts';
import { createLog } from '../../../src/ground/log/log.ts';
import { makeAuthority, makeCertificate } from '../../../src/local/make-certificate.ts';
import { type Cluster, startCluster } from '../../../src/local/postgres-cluster.ts';
import { startBoss } from '../../../src/turns/boss.ts';
import { memoryFolder } from '../../support/memory-folder.ts';

/** Of the test's certificates; milliseconds. */
const life = 3_600_000;

let folder: string;
let first: Cluster;
let second: Cluster;
beforeAll(async () => {
  folder = await mkdtemp(join(memoryFolder(), 'tidings-hosts-'));
  await chmod(folder, 0o755);
  const made = await startCluster({ folder: join(folder, 'first'), durable: false });
  await made.stop();
  // With its owner and its password: a standby that has all of it.
  execFileSync('cp', ['-a', join(folder, 'first'), join(folder, 'second')]);
  await writeFile(join(folder, 'second', 'cluster', 'standby.signal'), '');
  first = await startCluster({ folder: join(folder, 'first'), durable: false });
  second = await startCluster({ folder: join(folder, 'second'), durable: false });
});
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()]);
  await rm(folder, { recursive: true, force: true });
});

/** A URL of `clusters` in their order. */
function urlOf(clusters: readonly Cluster[], query: string, host?: string): string {
  const urls = clusters.map((cluster) => new URL(cluster.url('postgres')));
  const [{ username = '', password = '' } = {}] = urls;
  const hosts = urls.map(({ hostname, port }) => `${host ?? hostname}:${port}`).join(',');
  return `postgres://${username}:${password}@${hosts}/postgres?${query}`;
}

/** A way to `target` that hands on all bytes and never closes, as a machine that was frozen meanwhile; returns its port. */
async function startSilentGoodbye(target: number): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect(target, '127.0.0.1');
    sockets.push(near, far);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far, { end: false });
    far.pipe(near, { end: false });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return (server.address() as AddressInfo).port;
}

const portOf = (cluster: Cluster) => Number(new URL(cluster.url('postgres')).port);

async function ask(url: string, text: string): Promise<pg.QueryResultRow> {
  const client = new pg.Client(connectionTo(url));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(text)).rows[0] ?? {};
  } finally {
    await client.end().catch(() => undefined);
  }
}

const reached = async (url: string) => (await ask(url, 'SELECT inet_server_port() AS port')).port;

describe('TLS', () => {
  let authority: string;
  let stranger: string;

  beforeAll(async () => {
    const [ours, others] = await Promise.all([makeAuthority(life), makeAuthority(life)]);
    const { certificate, key } = await makeCertificate(ours, ['localhost'], life);
    authority = join(folder, 'authority.pem');
    stranger = join(folder, 'stranger.pem');
    await writeFile(authority, ours.certificate);
    await writeFile(stranger, others.certificate);
    const data = join(folder, 'first', 'cluster');
    const { uid, gid } = await stat(data);
    for (const [name, text] of [
      ['server.crt', certificate],
      ['server.key', key],
    ] as const) {
      await writeFile(join(data, name), text, { mode: 0o600 });
      await chown(join(data, name), uid, gid);
    }
    await ask(first.url('postgres'), 'ALTER SYSTEM SET ssl = on');
    await accept('host');
  });

  let mode = 'disable';
  /** The server takes connections of `kind` alone: host, hostssl or hostnossl. It reads that a moment after it said so. */
  async function accept(kind: string): Promise<void> {
    await writeFile(join(folder, 'first', 'cluster', 'pg_hba.conf'), `${kind} all all all scram-sha-256\n`);
    await ask(urlOf([first], `sslmode=${mode}`), 'SELECT pg_reload_conf()');
    mode = kind === 'hostssl' ? 'require' : 'disable';
    const takes = (asked: string) =>
      reached(urlOf([first], `sslmode=${asked}`)).then(
        () => true,
        () => false,
      );
    const isSo = async () =>
      (await takes('require')) === (kind !== 'hostnossl') && (await takes('disable')) === (kind !== 'hostssl');
    await vi.waitUntil(isSo, { timeout: 60_000, interval: 50 });
  }

  let tries = 0;
  /** `tls`, `plain`, or the words of the refusal. A URL that was not asked before: choices are remembered. */
  async function spoken(query: string, host?: string): Promise<string> {
    tries += 1;
    const url = urlOf([first], `${query}&application_name=try-${tries}`, host);
    try {
      const { ssl } = await ask(url, 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
      return ssl ? 'tls' : 'plain';
    } catch (error) {
      expect(String(error)).not.toContain(new URL(first.url('postgres')).password);
      return String(error);
    }
  }

  test('is spoken as each mode wants it, where the server offers both', async () => {
    expect(await spoken('sslmode=disable')).toBe('plain');
    expect(await spoken('sslmode=allow')).toBe('plain');
    expect(await spoken('sslmode=prefer')).toBe('tls');
    expect(await spoken('')).toBe('tls');
    expect(await spoken('sslmode=require')).toBe('tls');
  });

  test('is verified as each mode wants it', async () => {
    expect(await spoken(`sslmode=verify-full&sslrootcert=${authority}`, 'localhost')).toBe('tls');
    expect(await spoken(`sslmode=verify-ca&sslrootcert=${authority}`)).toBe('tls');
    expect(await spoken(`sslmode=require&sslrootcert=${authority}`)).toBe('tls');
    expect(await spoken(`sslmode=verify-full&sslrootcert=${authority}`)).toMatch(/altname|does not match/i);
    for (const asked of ['require', 'verify-ca', 'verify-full'])
      expect(await spoken(`sslmode=${asked}&sslrootcert=${stranger}`, 'localhost'), asked).toMatch(
        /certificate|verif/i,
      );
    expect(await spoken('sslmode=verify-full&sslrootcert=system', 'localhost')).toMatch(/certificate|self.signed/i);
  });

  test('is found where the server takes nothing else, and left where it takes none', async () => {
    await accept('hostssl');
    expect(await spoken('sslmode=allow')).toBe('tls');
    expect(await spoken('sslmode=prefer')).toBe('tls');
    expect(await spoken('sslmode=disable')).toMatch(/no encryption/);
    await accept('hostnossl');
    expect(await spoken('sslmode=allow')).toBe('plain');
    expect(await spoken('sslmode=prefer')).toBe('plain');
    expect(await spoken('sslmode=require')).toMatch(/no pg_hba.conf entry/);
    await accept('host');
  });

  test('is asked for in vain where the server has none', async () => {
    const url = (asked: string) => urlOf([second], `sslmode=${asked}`);
    expect(await reached(url('prefer'))).toBe(portOf(second));
    await expect(reached(url('require'))).rejects.toThrow('does not offer TLS');
  });
});

describe('of several hosts', () => {
  test('the first that fits is taken', async () => {
    expect(await reached(urlOf([second, first], 'target_session_attrs=any'))).toBe(portOf(second));
    expect(await reached(urlOf([second, first], 'target_session_attrs=read-write'))).toBe(portOf(first));
    expect(await reached(urlOf([second, first], 'target_session_attrs=primary'))).toBe(portOf(first));
  });

  test('one that refuses the password ends the search, and the password is not told', async () => {
    const url = urlOf([first, second], 'target_session_attrs=any').replace(/:[^:@]+@/, ':sesame@');
    const refused = await reached(url).catch((error: unknown) => String(error));
    expect(refused).toMatch(/password authentication failed/);
    expect(refused).not.toContain('sesame');
  });

  test('one that never says goodbye holds nobody up', async () => {
    const port = await startSilentGoodbye(portOf(first));
    const { username, password } = new URL(first.url('postgres'));
    const url = `postgres://${username}:${password}@127.0.0.1:${port}/postgres?sslmode=disable&target_session_attrs=read-write`;
    const parsed = parseDatabaseUrl(url);
    const open = (way: Way) => new Wire(parsed, { choose: async () => way, forget: () => undefined });
    expect(await createWayChooser(parsed, open).choose()).toMatchObject({ port });
  });

  test('a promotion moves pool, notices and start to the new primary', async () => {
    const url = urlOf([first, second], 'target_session_attrs=read-write');
    const db: Db = openDb({ url, connections: 3, onError: () => undefined });
    let notices = 0;
    const listener = db.listen('moved', () => {
      notices += 1;
    });
    onTestFinished(async () => {
      await listener.close();
      await db.close();
    });
    const served = async () => (await db.pool.query('SELECT inet_server_port() AS port')).rows[0].port;
    expect(await served()).toBe(portOf(first));
    await expect.poll(() => notices).toBe(1);

    await first.stop();
    await expect.poll(() => db.isAnswering()).toBe(false);
    const refused = await served().catch((error: unknown) => error);
    expect(isUnavailable(refused)).toBe(true);
    const lines: unknown[] = [];
    const started = awaitDatabase('DATABASE_URL', url, { warn: (line: unknown) => void lines.push(line) });
    await expect.poll(() => lines).toEqual([{ variable: 'DATABASE_URL', reason: expect.stringMatching(/only reads/) }]);

    expect(await ask(urlOf([second], ''), 'SELECT pg_promote() AS done')).toEqual({ done: true });
    await expect.poll(() => db.isAnswering(), { interval: 20 }).toBe(true);
    expect(await served()).toBe(portOf(second));
    await started;
    await db.pool.query('CREATE TABLE moved (n int)');

    // The listener hears again once it was opened there.
    await expect.poll(() => notices).toBe(2);
    await db.pool.query('NOTIFY moved');
    await expect.poll(() => notices).toBe(3);
    const boss = await startBoss({ url, log: createLog('silent'), worker: true });
    await boss.stop({ graceful: false });
  });
});
