/** SpamAssassin's daemon with the rules of its package, without network tests. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../support/free-port.ts';
import { end, start } from './run.ts';

export interface Spamd {
  readonly host: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Milliseconds: it reads its rules first. */
const patience = 60_000;

export async function startSpamd(): Promise<Spamd> {
  const host = '127.0.0.1';
  const port = await freePort();
  const child = start('spamd', [
    ...[`--listen=${host}:${port}`, '--local', '--nouser-config', '--max-children=1', '--syslog=null'],
    // As root it would take the rights of whoever asks.
    '--username=nobody',
  ]);
  for (const until = performance.now() + patience; ; await sleep(100)) {
    if (await answers(host, port)) break;
    if (child.exitCode !== null || performance.now() > until) throw new Error('spamd does not listen');
  }
  return { host, port, stop: () => end(child) };
}

function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.once('connect', () => {
      socket.end();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
