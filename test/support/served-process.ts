/** The service as `npm start` runs it in production, one process of it, with a relay of the test's own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { type RunningService, runService } from './run-service.ts';

export interface ServedProcess extends RunningService {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  readonly operatorToken: string;
  /** By a signal, as a deployment does; the status or signal with which it ended. */
  stop(): Promise<number | string>;
}

interface ServedProcessOptions {
  readonly databaseUrl: string;
  /** Of the SMTP relay at 127.0.0.1. */
  readonly relayPort: number;
  /** Of HTTP; a free one when left out. */
  readonly port?: number;
  /** Further variables; they win. */
  readonly env?: Readonly<Record<string, string>>;
  /** Of another version; this one's by default. */
  readonly bundle?: string;
}

const operatorToken = 'operator-token-of-the-tests';
/** Sessions to the relay at once, as many as one can have: a slow one takes so many mails in its time. */
const relaySessions = 200;
/** Until the process is ready; milliseconds. */
const patience = 120_000;
const lookEvery = 25;

/** Resolves once it is ready. */
export async function startServedProcess(options: ServedProcessOptions): Promise<ServedProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'tidings-served-'));
  const port = options.port ?? (await freePort());
  const env = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://tidings.test',
    ROLES: 'api,worker',
    PROCESSES: '1',
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: options.databaseUrl,
    SECRET_KEY: 'a key of thirty-two characters at least',
    OPERATOR_TOKEN: operatorToken,
    TRANSPORT: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${options.relayPort}?connections=${relaySessions}`,
    SPF_VALUE: 'ip4:127.0.0.1',
    BOUNCE_HOST: 'bounces.tidings.test',
    // Each address gets one mail: what is measured is not the limit.
    RATE_LIMIT_PER_MINUTE: '1000000000',
    LOG_LEVEL: 'warn',
    ...options.env,
  };
  const running = await runService(env, options.bundle);
  const { pid } = running.process;
  if (pid === undefined) throw new Error('The service did not start');
  void running.ended.then(() => rm(folder, { recursive: true, force: true }));
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200;
  for (const until = Date.now() + patience; !(await isReady()); await sleep(lookEvery)) {
    if (running.process.exitCode === null && Date.now() < until) continue;
    await running.kill();
    throw new Error(`The service did not start: ${running.complained()}\n${JSON.stringify(running.log())}`);
  }
  return {
    ...running,
    url,
    port,
    pid,
    operatorToken,
    async stop() {
      running.process.kill('SIGTERM');
      return running.ended;
    },
  };
}
