/** Worker processes (worker.ts) that tests kill. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface WorkerProcess {
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
  const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), [databaseUrl, dataDir, String(smtpPort)], {
    execArgv: ['--import', 'tsx'],
  });
  await once(child, 'message');
  return {
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
