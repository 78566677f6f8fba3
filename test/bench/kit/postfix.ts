/** Postfix and its test programs, smtp-sink and smtp-source, as Debian packages them. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Postfix, startPostfix } from '../../interop/programs/postfix.ts';
import { run } from '../../interop/programs/run.ts';
import { freePort } from '../../support/free-port.ts';
import type { Lab } from './lab.ts';

export interface SmtpSink {
  readonly pid: number;
  readonly port: number;
  /** Mails so far. */
  taken(): Promise<number>;
  /** Resolves once so many mails have come. */
  waitFor(count: number, seconds: number): Promise<void>;
}

/** Servers live in sbin, which is not on everybody's path. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/sbin`, LC_ALL: 'C' };
/** How often the sink's count is read; milliseconds. */
const lookEvery = 10;
/** Until smtp-sink listens; milliseconds. */
const startPatience = 10_000;
/** Connections that may wait at the sink. */
const backlog = 256;

/** Throws when Postfix is not installed: a yardstick that is missing measures nothing. */
export async function requirePostfix(): Promise<void> {
  for (const program of ['postfix', 'smtp-sink', 'smtp-source']) {
    const { code } = await run('sh', ['-c', `command -v ${program}`]);
    if (code !== 0) {
      throw new Error(
        `${program} is not installed. The yardstick is Debian's Postfix: apt-get install --no-install-recommends postfix`,
      );
    }
  }
}

/** A sink that counts: C, so that it takes little of the processors. */
export async function startSmtpSink(lab: Lab): Promise<SmtpSink> {
  const port = await freePort();
  const file = join(lab.folder, `sink-${port}`);
  const output = await open(file, 'w');
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'postfix'] : [];
  // `-c` writes `sess=… quit=… mesg=…` at each step.
  const child = spawn('smtp-sink', [...user, '-c', `127.0.0.1:${port}`, String(backlog)], {
    env,
    stdio: ['ignore', output.fd, 'inherit'],
  });
  await output.close();
  lab.atEnd(() => endProcess(child));
  await listening(port);
  const taken = async () => {
    const counts = [...(await tailOf(file)).matchAll(/mesg=(\d+)\b(?=\s)/g)];
    return Number(counts.at(-1)?.[1] ?? 0);
  };
  return {
    pid: child.pid ?? 0,
    port,
    taken,
    async waitFor(count, seconds) {
      for (const until = Date.now() + seconds * 1_000; (await taken()) < count; await sleep(lookEvery)) {
        if (Date.now() > until) throw new Error(`The sink has ${await taken()} of ${count} mails after ${seconds} s.`);
      }
    },
  };
}

/** Takes mail from this machine and relays it to the port; its queue is durable, as it is packaged. */
export async function startRelay(lab: Lab, sinkPort: number): Promise<Postfix> {
  const postfix = await startPostfix({
    hostname: 'relay.bench.test',
    main: [`relayhost = [127.0.0.1]:${sinkPort}`, 'mynetworks = 127.0.0.0/8', 'disable_dns_lookups = yes'],
  });
  lab.atEnd(() => postfix.stop());
  return postfix;
}

/** Sends `count` copies of `mail`, each to another recipient; resolves when the last one was taken. */
export async function sendCopies(
  lab: Lab,
  { mail, count, sessions, port }: { mail: string; count: number; sessions: number; port: number },
): Promise<void> {
  const file = join(lab.folder, 'mail');
  // smtp-source makes CRLF of line ends by itself.
  await writeFile(file, mail.replaceAll('\r\n', '\n'));
  // `-d`: the sessions are kept, as the service keeps its own.
  const counts = ['-d', '-s', String(sessions), '-m', String(count)];
  const envelope = ['-f', 'sender@bench.test', '-t', 'reader@example.com', '-N'];
  const { code, output } = await run('smtp-source', [...counts, ...envelope, '-F', file, `127.0.0.1:${port}`]);
  if (code !== 0) throw new Error(`smtp-source ended with ${code}: ${output}`);
}

/** The end of a file that grows: its last lines are enough. */
async function tailOf(file: string): Promise<string> {
  const handle = await open(file, 'r');
  const { size } = await handle.stat();
  const length = Math.min(size, 200);
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
  await handle.close();
  return buffer.toString('latin1');
}

async function listening(port: number): Promise<void> {
  for (const until = Date.now() + startPatience; ; await sleep(lookEvery)) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (Date.now() > until) throw error;
    } finally {
      socket.destroy();
    }
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
