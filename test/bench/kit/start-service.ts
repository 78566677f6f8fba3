/** Our service in a process of its own: the bundle that `npm start` runs, with the flags that `npm start` gives Node. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeBundle } from '../../../src/make-bundle.ts';
import { startFlags } from '../../attacks/harness/child.ts';
import { freePort } from '../../support/free-port.ts';
import type { Lab } from './lab.ts';

export interface ServiceProcess {
  readonly pid: number;
  readonly url: string;
  /** Where its profiles are written. */
  readonly profiles: string;
  readonly operatorToken: string;
  stop(): Promise<void>;
}

export interface ServiceNeeds {
  readonly databaseUrl: string;
  readonly roles: string;
  /** Port of the SMTP relay at 127.0.0.1; without one nothing listens, and a process that only accepts needs none. */
  readonly relayPort?: number;
  /** Further variables; they win. */
  readonly env?: Readonly<Record<string, string>>;
}

const operatorToken = 'operator-token-of-the-benches';
/** Until the service answers; milliseconds. */
const startPatience = 60_000;
/** After this time a process that was told to end is killed; milliseconds. */
const stopPatience = 8_000;
/** The discard port: nobody listens there. */
const noRelay = 9;

export async function startService(lab: Lab, needs: ServiceNeeds): Promise<ServiceProcess> {
  const bundle = await makeBundle('src/main.ts', 'node_modules/.cache/tidings');
  const folder = await mkdtemp(join(lab.folder, 'service-'));
  const port = await freePort();
  const logFile = join(folder, 'log');
  const log = await open(logFile, 'w');
  const preload = fileURLToPath(new URL('profile-on-signal.mjs', import.meta.url));
  const child = spawn(process.execPath, [...startFlags(), '--import', preload, bundle], {
    stdio: ['ignore', log.fd, log.fd],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://tidings.test',
      DATABASE_URL: needs.databaseUrl,
      DATA_DIR: folder,
      PORT: String(port),
      INBOUND_PORT: String(await freePort()),
      ROLES: needs.roles,
      PROCESSES: lab.settings.processes,
      TRANSPORT: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${needs.relayPort ?? noRelay}`,
      SPF_VALUE: 'ip4:127.0.0.1',
      BOUNCE_HOST: 'bounces.bench.test',
      SECRET_KEY: 'a key of thirty-two characters at least',
      OPERATOR_TOKEN: operatorToken,
      // The benches measure the service, not the limit.
      RATE_LIMIT_PER_MINUTE: '1000000000',
      BENCH_PROFILES: folder,
      ...needs.env,
    },
  });
  await log.close();
  const { pid } = child;
  if (pid === undefined) throw new Error('The service did not start.');
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const stop = async () => {
    if (ended()) return;
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), stopPatience);
    await exit;
    clearTimeout(timer);
  };
  lab.atEnd(stop);
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () =>
    needs.roles.includes('api')
      ? (await fetch(`${url}/health`).catch(() => null))?.status === 200
      : (await readFile(logFile, 'utf8')).includes('"ready"');
  for (const until = Date.now() + startPatience; !(await isReady()); await sleep(20)) {
    if (ended() || Date.now() > until) {
      throw new Error(`The service did not start:\n${(await readFile(logFile, 'utf8')).slice(-4_000)}`);
    }
  }
  return { pid, url, profiles: folder, operatorToken, stop };
}
