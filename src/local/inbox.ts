/** The local inbox for the rest of the process: the address that accepts mail and the URL that shows it. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Log } from '../ground/log/log.ts';
import { compileCacheFolder } from '../processes/compile-cache.ts';
import type { InboxProcessMessage, InboxProcessOptions } from './inbox-process.ts';

export interface InboxOptions {
  readonly dataDir: string;
  /** Host of the page. */
  readonly host: string;
  /** Port of the page; 0: any free port. */
  readonly port: number;
  readonly log: Log;
}

export interface Inbox {
  /** `GET {url}/email` lists the mails, `/email/<id>/source` returns the raw mail. */
  readonly url: string;
  readonly smtp: { readonly host: string; readonly port: number };
  /** Accepts mail under way, then ends. */
  stop(): Promise<void>;
}

const program = fileURLToPath(new URL('./inbox-process.ts', import.meta.url));
const smtpHost = '127.0.0.1';
/** Milliseconds. */
const startTimeout = 30_000;
const stopTimeout = 2_500;
const restartDelay = 1_000;

interface Running {
  readonly child: ChildProcess;
  readonly webPort: number;
  readonly smtpPort: number;
}

/** Throws when the port of its page is taken. An inbox that fails later is restarted on the same ports. */
export async function startInbox({ dataDir, host, port, log }: InboxOptions): Promise<Inbox> {
  const folder = resolve(join(dataDir, 'inbox'));
  const started = performance.now();
  let stopping = false;
  let running = await launch({ folder, host, webPort: port, smtpPort: 0 }, log);
  const { webPort, smtpPort } = running;
  log.info({ durationMs: Math.round(performance.now() - started) }, 'inbox started');
  const watch = ({ child }: Running) => {
    child.once('exit', () => void restart());
  };
  const restart = async () => {
    while (!stopping) {
      log.error('local inbox ended; restarting');
      await sleep(restartDelay);
      try {
        if (stopping) return;
        running = await launch({ folder, host, webPort, smtpPort }, log);
        if (stopping) return await end(running.child);
        return watch(running);
      } catch (error) {
        log.error({ err: error }, 'local inbox does not start');
      }
    }
  };
  watch(running);
  return {
    url: `http://${pageHost(host)}:${webPort}`,
    smtp: { host: smtpHost, port: smtpPort },
    async stop() {
      stopping = true;
      await end(running.child);
    },
  };
}

async function launch(options: InboxProcessOptions, log: Log): Promise<Running> {
  // Node runs the program without a loader, which would only slow it down.
  const child = fork(program, [JSON.stringify(options)], {
    execArgv: [],
    env: { ...process.env, NODE_COMPILE_CACHE: compileCacheFolder },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const timeout = AbortSignal.timeout(startTimeout);
  const exited = once(child, 'exit', { signal: timeout }).then(() => {
    throw new Error('The local inbox ended while it started.');
  });
  const ready = new Promise<Running>((done, fail) => {
    child.on('message', (message: InboxProcessMessage) => {
      switch (message.type) {
        case 'ready':
          return done({ child, webPort: message.webPort, smtpPort: message.smtpPort });
        case 'failed':
          return fail(new Error(`The local inbox cannot start: ${message.message}. INBOX_PORT chooses another port.`));
        case 'fault':
          return log.warn({ fault: message.name }, 'local inbox error');
      }
    });
  });
  try {
    return await Promise.race([ready, exited]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  } finally {
    exited.catch(() => undefined);
    ready.catch(() => undefined);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.send('stop', () => {});
  const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
  await exited;
  clearTimeout(timer);
}

/** The host under which a browser on this machine reaches a server that listens on `host`. */
function pageHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
