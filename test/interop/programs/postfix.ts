/** Postfix from its package, with a folder of its own: as a recipient's exchanger, or as a relay. */

import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inboundCertificate } from '../../../src/transport/reports/inbound-certificate.ts';
import { freePort } from '../../support/free-port.ts';
import { insistOn, run } from './run.ts';

export interface PostfixOptions {
  readonly hostname: string;
  /** Further lines of main.cf. */
  readonly main: readonly string[];
  /** Further lines of master.cf. */
  readonly master?: readonly string[];
}

export interface Postfix {
  readonly port: number;
  /** Mails that arrived for a mailbox, such as `known@inbox.test`. */
  mails(mailbox: string): Promise<readonly Buffer[]>;
  log(): Promise<string>;
  stop(): Promise<void>;
}

/** Waits for a mail to arrive; milliseconds. */
const patience = 20_000;

export async function startPostfix(options: PostfixOptions): Promise<Postfix> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-postfix-'));
  const port = await freePort();
  const [user, group] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number(await insistOn('id', [flag, 'postfix']))),
  );
  for (const name of ['spool', 'data', 'mail']) await mkdir(join(folder, name));
  for (const name of ['data', 'mail']) await chown(join(folder, name), user ?? 0, group ?? 0);
  await chmod(folder, 0o755);
  const { cert, key } = await inboundCertificate(null, options.hostname);
  await writeFile(join(folder, 'tls.pem'), `${key}${cert}`, { mode: 0o600 });
  await writeFile(join(folder, 'main.cf'), main(folder, user ?? 0, group ?? 0, options));
  await writeFile(join(folder, 'master.cf'), master(port, options));
  await insistOn('postfix', ['-c', folder, 'start']);
  await listening(port);
  return {
    port,
    mails: (mailbox) => readMails(join(folder, 'mail', mailbox, 'new')),
    log: () => readFile(join(folder, 'log'), 'utf8'),
    async stop() {
      await run('postfix', ['-c', folder, 'stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves with the mails of a mailbox once there are so many. */
export async function arrived(postfix: Postfix, mailbox: string, count = 1): Promise<readonly Buffer[]> {
  for (const started = performance.now(); ; ) {
    const mails = await postfix.mails(mailbox);
    if (mails.length >= count) return mails;
    if (performance.now() - started > patience) throw new Error(`No mail for ${mailbox}:\n${await postfix.log()}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function main(folder: string, user: number, group: number, { hostname, main: further }: PostfixOptions): string {
  return [
    'compatibility_level = 3.6',
    `queue_directory = ${folder}/spool`,
    `data_directory = ${folder}/data`,
    'command_directory = /usr/sbin',
    'daemon_directory = /usr/lib/postfix/sbin',
    'mail_owner = postfix',
    'setgid_group = postdrop',
    `myhostname = ${hostname}`,
    'mydestination =',
    'inet_interfaces = 127.0.0.1',
    'inet_protocols = ipv4',
    `maillog_file_prefixes = ${folder}`,
    `maillog_file = ${folder}/log`,
    `smtpd_tls_chain_files = ${folder}/tls.pem`,
    'smtpd_tls_security_level = may',
    `virtual_mailbox_base = ${folder}/mail`,
    `virtual_uid_maps = static:${user}`,
    `virtual_gid_maps = static:${group}`,
    'smtp_tls_security_level = may',
    'smtp_tls_CApath =',
    ...further,
    '',
  ].join('\n');
}

function master(port: number, { master: further = [] }: PostfixOptions): string {
  return [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'postlog unix-dgram n - n - 1 postlogd',
    'pickup unix n - n 60 1 pickup',
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'verify unix - - n - 1 verify',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'flush unix n - n 1000? 0 flush',
    'proxymap unix - - n - - proxymap',
    'smtp unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'virtual unix - n n - - virtual',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    ...further,
    '',
  ].join('\n');
}

async function readMails(folder: string): Promise<readonly Buffer[]> {
  const names = await readdir(folder).catch(() => []);
  return Promise.all(names.sort().map((name) => readFile(join(folder, name))));
}

async function listening(port: number): Promise<void> {
  for (const started = performance.now(); ; ) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'data');
      return;
    } catch (error) {
      if (performance.now() - started > patience) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    } finally {
      socket.destroy();
    }
  }
}
