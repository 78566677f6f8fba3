/**
 * Two PostgreSQL servers, one of them a standby that each commit waits for, so that a promotion loses nothing that was
 * answered.
 */
import { execFile } from 'node:child_process';
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, startCluster } from '../../src/local/postgres-cluster.ts';
import { freePort } from './free-port.ts';
import { memoryFolder } from './memory-folder.ts';
import { openClient } from './open-client.ts';

export interface StandbyPair {
  /** Of both servers, for those that write. */
  readonly url: string;
  /** Of the server that takes writes alone. */
  primaryUrl(): string;
  /** Ends the server that takes writes. */
  cut(): Promise<void>;
  /** Makes the standby the server that takes writes; resolves once it does. */
  promote(): Promise<void>;
  /** Makes a standby in the place of the server that was cut; resolves once each commit waits for it. */
  renew(): Promise<void>;
  stop(): Promise<void>;
}

/** From one look at the servers to the next; milliseconds. */
const lookEvery = 50;
/** As an operator's server has them: a standby is copied from a server that works. */
const settings = { synchronous_commit: 'on', full_page_writes: 'on', autovacuum: 'on', wal_keep_size: '1GB' };

export async function openStandbyPair(): Promise<StandbyPair> {
  const folder = await mkdtemp(join(memoryFolder(), 'tidings-pair-'));
  // The servers' user enters it.
  await chmod(folder, 0o755);
  const homes = [join(folder, 'one'), join(folder, 'other')] as const;
  const ports = [await freePort(), await freePort()] as const;
  let at: 0 | 1 = 0;
  let primary: Cluster = await startCluster({ folder: homes[0], durable: false, port: ports[0], settings });
  let standby: Cluster | null = null;
  const { username, password } = new URL(primary.url('postgres'));

  const ask = async (cluster: Cluster, text: string) => {
    const client = await openClient(cluster.url('postgres'));
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };

  /** A copy of the primary's files while it goes on. */
  async function copyPrimary(home: string): Promise<void> {
    const client = await openClient(primary.url('postgres'));
    try {
      await client.query("SELECT pg_backup_start('standby', fast => true)");
      await rm(home, { recursive: true, force: true });
      // A file that is removed meanwhile is an error to it, and none of ours: a copy that lacks a file does not start.
      await new Promise((done) => execFile('cp', ['-a', homes[at], home], done));
      const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)');
      const data = join(home, 'cluster');
      const { uid, gid } = await stat(data);
      await rm(join(data, 'postmaster.pid'), { force: true });
      for (const [name, text] of [
        ['backup_label', rows[0].labelfile],
        ['standby.signal', ''],
      ] as const) {
        await writeFile(join(data, name), text, { mode: 0o600 });
        await chown(join(data, name), uid, gid);
      }
    } finally {
      await client.end();
    }
  }

  async function renew(): Promise<void> {
    const other = at === 0 ? 1 : 0;
    await copyPrimary(homes[other]);
    const source = `host=127.0.0.1 port=${ports[at]} user=${username} password=${password}`;
    standby = await startCluster({
      folder: homes[other],
      durable: false,
      port: ports[other],
      settings: { ...settings, primary_conninfo: source },
    });
    const count = async (where: string) =>
      (await ask(primary, `SELECT FROM pg_stat_replication WHERE ${where}`)).length;
    while ((await count("state = 'streaming'")) === 0) await sleep(lookEvery);
    await ask(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await ask(primary, 'SELECT pg_reload_conf()');
    while ((await count("sync_state = 'sync'")) === 0) await sleep(lookEvery);
  }

  await renew();
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return {
    url: `postgres://${username}:${password}@${hosts}/postgres?target_session_attrs=read-write`,
    primaryUrl: () => primary.url('postgres'),
    cut: () => primary.stop(),
    async promote() {
      if (standby === null) throw new Error('There is no standby');
      const [promoted] = await ask(standby, 'SELECT pg_promote() AS done');
      if (promoted?.done !== true) throw new Error('The standby was not promoted');
      at = at === 0 ? 1 : 0;
      primary = standby;
      standby = null;
    },
    renew,
    async stop() {
      await standby?.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
