/** Worker processes (worker.ts) that tests kill. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { makeBundle } from '../../src/make-bundle.ts';

export interface WorkerProcess {
  readonly pid: number;
  /** Resolves once it works. */
  start(): Promise<void>;
  /** By SIGKILL; resolves once it is gone. */
  kill(): Promise<void>;
}

export interface WorkerPlace {
  readonly databaseUrl: string;
  /** Has the certificates. */
  readonly dataDir: string;
  /** Of the SMTP server on loopback that takes its mail; 9, where nobody listens, when left out. */
  readonly smtpPort?: number;
}

/** A process that has loaded everything and does nothing yet. */
export async function loadWorker({ databaseUrl, dataDir, smtpPort = 9 }: WorkerPlace): Promise<WorkerProcess> {
  // The sources take a multiple of the time to load.
  const file = await makeBundle('test/support/worker.ts', 'node_modules/.cache/tidings-worker');
  const child = fork(file, [databaseUrl, dataDir, String(smtpPort)], { execArgv: [] });
  await once(child, 'message');
  return {
    pid: child.pid ?? 0,
    async start() {
      child.send('start');
      await once(child, 'message');
    },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
