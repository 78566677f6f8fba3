/**
 * The process: reads the configuration, migrates the database and starts the service; in development also the embedded
 * database and inbox.
 */

import { migrate } from '../prisma/migrate.ts';
import { ConfigError, readConfig } from './config.ts';
import type { LocalRun } from './local/local-run.ts';
import { createLog } from './log.ts';
import { standardOutput } from './log-output.ts';
import { prettyLines } from './log-pretty.ts';
import type { Service } from './start-service.ts';

/** Time from a stop signal to the exit of the process, also when a part hangs; milliseconds. */
const stopTime = 4_500;
/**
 * Share of `stopTime` in which the service ends its work, before the embedded database and inbox stop; milliseconds.
 */
const serviceStopTime = 3_000;
/** Time for the last lines of the log; milliseconds. */
const lastLinesTime = 500;
/** A closing terminal sends SIGHUP. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Interval between checks whether npm still runs; milliseconds. */
const parentLookEvery = 250;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const output = standardOutput();
  const { isTTY } = process.stdout;
  const format = config.logFormat ?? (isTTY ? 'pretty' : 'json');
  const colors = isTTY && process.stdout.hasColors();
  const log = createLog(config.logLevel, format === 'pretty' ? prettyLines(output, { colors }) : output);
  output.whenDropped((lines) => log.warn({ lines }, 'log lines dropped: standard output did not accept them in time'));
  let service: Service | null = null;
  let launched: Promise<() => Promise<LocalRun>> | null = null;
  let stopping = false;

  const end = async (status: number) => {
    stopping = true;
    setTimeout(() => process.exit(1), stopTime).unref();
    await Promise.race([service?.stop(), timePassed(serviceStopTime)]);
    // A database that is still starting would outlive this process.
    const local = await launched?.then((serving) => serving()).catch(() => null);
    await local?.stop();
    // The exit would wait without end for a reader that never reads.
    if (!(await output.written(lastLinesTime))) process.kill(process.pid, 'SIGKILL');
    process.exit(status);
  };
  const stop = (reason: string) => {
    if (stopping) return;
    log.info({ reason }, 'stopping');
    void end(0);
  };
  // The terminal sends Ctrl-C to npm and to this process, and npm passes Ctrl-C on: a second signal changes nothing.
  for (const signal of stopSignals) process.on(signal, stop);
  // A closed terminal accepts no output.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  if (process.env.npm_lifecycle_event === 'start') whenParentEnds(() => stop('npm has ended'));
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'));

  try {
    await start();
  } catch (error) {
    // A stop during the start is no error.
    if (stopping) return;
    tell(error);
    await end(1);
  }

  async function start(): Promise<void> {
    if (config.production) {
      const { databaseUrl, secretKey } = config;
      if (databaseUrl === null || secretKey === null)
        throw new ConfigError(['DATABASE_URL and SECRET_KEY are required']);
      await migrate(databaseUrl, log);
      const { startService } = await import('./start-service.ts');
      service = await startService({
        config,
        databaseUrl,
        secretKey,
        log,
        inbox: null,
        webhookCaFile: config.webhookDevCa,
      });
      log.info({ url: service.url, roles: [...config.roles], durationMs: Math.round(performance.now()) }, 'ready');
      return;
    }
    // Loaded only in development: a production image has no embedded parts.
    const { launchLocalRun } = await import('./local/local-run.ts');
    launched = launchLocalRun(config, log);
    const serving = await launched;
    // Loaded while the embedded parts start, because loading takes most of the time of a start.
    const { startService } = await import('./start-service.ts');
    const local = await serving();
    if (stopping) return;
    await migrate(local.databaseUrl, log);
    service = await startService({ ...local.service, log });
    if (stopping) return;
    await local.ready(service);
  }
}

/** Calls `then` once the parent process has ended: a signal may end npm without reaching this process. */
function whenParentEnds(then: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, parentLookEvery).unref();
}

function timePassed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref();
  });
}

/** Reports an error of the start: a configuration error by its text alone, any other error with its stack. */
function tell(error: unknown): void {
  const text = error instanceof Error && !(error instanceof ConfigError) ? error.stack : null;
  process.stderr.write(`${text ?? (error instanceof Error ? error.message : String(error))}\n`);
}

main().catch((error: unknown) => {
  tell(error);
  process.exit(1);
});
