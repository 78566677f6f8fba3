/**
 * The process: reads the configuration, migrates the database and starts the service, here or in processes of its own
 * (docs/rules.md#processes); in development also the embedded database and inbox.
 */
import cluster from 'node:cluster';
import { resolve } from 'node:path';
import { migrate } from '../prisma/migrate.ts';
import { awaitDatabase } from './db/connections/await-database.ts';
import { checkPooledSettings } from './db/connections/check-pooled-settings.ts';
import { type Config, ConfigError, readConfig } from './ground/config/config.ts';
import { createLog, type Log } from './ground/log/log.ts';
import { type LogOutput, standardOutput } from './ground/log/log-output.ts';
import { logLines } from './ground/log/log-pretty.ts';
import type { LocalRun } from './local/local-run.ts';
import { keepCompiledCode } from './processes/compile-cache.ts';
import { connectionsOf } from './processes/connections.ts';
import { processCount, thisMachine } from './processes/process-count.ts';
import { serveAsChild } from './processes/serve-as-child.ts';
import { serveHere } from './processes/serve-here.ts';
import type { MakeDemo } from './processes/service-host.ts';
import { startFaultText } from './processes/start-fault.ts';
import { localStopTime, stopTimesOf } from './processes/stop-times.ts';
import { supervise } from './processes/supervise.ts';

/** A closing terminal sends SIGHUP. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Interval between checks whether npm still runs; milliseconds. */
const parentLookEvery = 250;

async function main(): Promise<void> {
  keepCompiledCode();
  const config = readConfig(process.env);
  const output = standardOutput();
  const log = openLog(config, output);
  // A closed terminal accepts no output.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled promise rejection'));
  const makeDemo: MakeDemo = async (app) => {
    // The import brings the domain, which the service has loaded by now.
    const { ensureDemoPlatform } = await import('./local/demo-platform.ts');
    return ensureDemoPlatform(app, resolve(config.dataDir));
  };
  if (cluster.worker) return serveAsChild({ worker: cluster.worker, config, log, makeDemo, exit: output.exit });

  const count = config.processes === 'auto' ? processCount(thisMachine()) : config.processes;
  const times = stopTimesOf(config.stopGrace);
  const host = count === 1 ? serveHere(log, makeDemo, times) : supervise(log, count, times);
  let launched: Promise<() => Promise<LocalRun>> | null = null;
  let stopping = false;

  const end = async (status: number) => {
    stopping = true;
    setTimeout(() => process.exit(1), times.whole + (config.production ? 0 : localStopTime)).unref();
    await host.stop();
    // A database that is still starting would outlive this process.
    const local = await launched?.then((serving) => serving()).catch(() => null);
    await local?.stop();
    await output.exit(status);
  };
  const stop = (reason: string) => {
    if (stopping) return;
    log.info({ reason }, 'stopping');
    void end(0);
  };
  // The terminal sends Ctrl-C to npm and to this process, and npm passes Ctrl-C on: a second signal changes nothing.
  for (const signal of stopSignals) process.on(signal, stop);
  if (process.env.npm_lifecycle_event === 'start') whenParentEnds(() => stop('npm has ended'));

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
      const { databaseUrl, secretKey, webhookDevCa } = config;
      if (databaseUrl === null || secretKey === null)
        throw new ConfigError(['DATABASE_URL and SECRET_KEY are required']);
      await prepareDatabase(databaseUrl);
      await host.load();
      const { url, processes } = await host.serve({
        config,
        databaseUrl,
        secretKey,
        inbox: null,
        webhookCaFile: webhookDevCa,
      });
      const durationMs = Math.round(performance.now());
      log.info({ url, roles: [...config.roles], processes, durationMs }, 'ready');
      return;
    }
    // Loaded only in development: a production image has no embedded parts.
    const { launchLocalRun } = await import('./local/local-run.ts');
    launched = launchLocalRun({ config, log, connections: connectionsOf(config, count) });
    const serving = await launched;
    // While the embedded parts start, because loading takes most of the time of a start.
    await host.load();
    const local = await serving();
    if (stopping) return;
    await prepareDatabase(local.databaseUrl);
    const running = await host.serve(local.service);
    if (stopping) return;
    await local.ready(running);
  }

  /** A lock of a session, and settings of a session, are no matter for a pooler: it migrates beside one. */
  async function prepareDatabase(databaseUrl: string): Promise<void> {
    const { databaseListenUrl } = config;
    if (databaseListenUrl !== null) await awaitDatabase('DATABASE_LISTEN_URL', databaseListenUrl, log);
    await awaitDatabase('DATABASE_URL', databaseUrl, log);
    await migrate(databaseListenUrl ?? databaseUrl, log);
    if (databaseListenUrl !== null) await checkPooledSettings(databaseUrl);
  }
}

function openLog({ logFormat, logLevel }: Config, output: LogOutput): Log {
  const log = createLog(logLevel, logLines(output, logFormat, process.stdout));
  output.whenDropped((lines) => log.warn({ lines }, 'log lines dropped: standard output did not accept them in time'));
  return log;
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

function tell(error: unknown): void {
  process.stderr.write(`${startFaultText(error)}\n`);
}

main().catch((error: unknown) => {
  tell(error);
  process.exit(1);
});
