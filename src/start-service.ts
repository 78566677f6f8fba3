/** Assembles the parts of one process by its roles, and takes the parts apart again. */
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { missingMigrations } from '../prisma/migrate.ts';
import type { App } from './context.ts';
import { createApp, settleParts } from './create-app.ts';
import { analyzeGrowth } from './db/analyze-growth.ts';
import { createDatabaseClock } from './db/clock/database-clock.ts';
import { setClock, tellOffset } from './db/clock/set-clock.ts';
import { createOutages } from './db/connections/outages.ts';
import { openDb } from './db/connections/pool.ts';
import { checkSecretKey, readKeyState } from './deployment/check-secret-key.ts';
import { createKeyWatch } from './deployment/watch-key.ts';
import type { Config } from './ground/config/config.ts';
import { publicAddressFault } from './ground/config/public-address-fault.ts';
import type { Log } from './ground/log/log.ts';
import { createSecrets } from './ground/secrets.ts';
import { type Clock, systemClock } from './ground/time/clock.ts';
import { noTraces, type Traces } from './ground/traces/traces.ts';
import { listen } from './http/connections/listen.ts';
import { createRequestListener } from './http/server.ts';
import { type OpenMetrics, openMetrics } from './metrics/open-metrics.ts';
import { openQueryThread } from './open-query-thread.ts';
import { receiveMail } from './people/receive-mail.ts';
import { writeUsesRegularly } from './platforms/keys/write-uses-regularly.ts';
import { stopTimesOf, timePassed, within } from './processes/stop-times.ts';
import { checkSenderIdentity } from './transport/check-sender-identity.ts';
import { createTransport } from './transport/create-transport.ts';
import { createDnsLookup } from './transport/dns-lookup.ts';
import { systemResolver } from './transport/post/check-address.ts';
import { createGuardedPost } from './transport/post/guarded-post.ts';
import { startInbound } from './transport/reports/inbound.ts';
import { certificateOf } from './transport/reports/inbound-certificate.ts';
import { startBoss } from './turns/boss.ts';
import { createWake } from './turns/wake.ts';
import { repeat } from './workers/repeat.ts';
import { startWorkers, type Workers } from './workers/start-workers.ts';

export interface ServiceOptions {
  readonly config: Config;
  /** URL of a migrated database. */
  readonly databaseUrl: string;
  readonly secretKey: string;
  readonly log: Log;
  /** A time of a test's own, whatever the database's is. */
  readonly clock?: Clock;
  /** In the place of src/transport/mail/dkim-key.ts. */
  readonly newDkimKey?: App['newDkimKey'];
  /** The machine's clock, which the database's corrects. */
  readonly machine?: Clock;
  /** Address of the local inbox, which receives mail with `TRANSPORT=capture`. */
  readonly inbox: { readonly host: string; readonly port: number } | null;
  /** PEM file of the certificate authority that webhooks to development hosts trust. */
  readonly webhookCaFile: string | null;
  /** Other processes share the port of HTTP, which then is not 0. */
  readonly isPortShared?: boolean;
  /** Among the processes of one start, from 1: whoever starts them answers `/metrics` for all. */
  readonly process?: number;
}

export interface Service {
  readonly app: App;
  /** Base URL of the HTTP server; null without the role `api`. */
  readonly url: string | null;
  readonly inbound: { readonly host: string; readonly port: number } | null;
  /** Null without `METRICS_PORT`. */
  readonly metrics: OpenMetrics | null;
  /** Takes no new work, waits for work under way, and closes every connection. */
  stop(): Promise<void>;
}

/** Time that a part has to end beside the attempts and requests under way; milliseconds. */
const patience = 3_000;
/** Time that requests under way have to end; milliseconds. */
const requestPatience = 10_000;
/** Ids of messages that one line of the log names, at most. */
const namedMax = 100;
/** From one look at the database's place and at its key to the next; milliseconds. */
const lookEvery = 10_000;
/** From one look for tables that have grown to the next, in a process that only accepts; milliseconds. */
const analyzeEvery = 1_000;

export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, databaseUrl, secretKey } = options;
  const listenUrl = config.databaseListenUrl ?? databaseUrl;
  const outages = createOutages({ log: options.log, isAnswering: () => db.isAnswering() });
  const { log } = outages;
  const closers: (() => Promise<unknown>)[] = [];
  const { host, port, publicUrl, keepAlive } = config;
  const isShared = options.isPortShared ?? false;
  const http = config.roles.has('api') ? await listen({ host, port, publicUrl, keepAlive, isShared }) : null;
  const url = http?.url ?? null;
  const addressFault = publicAddressFault(config);
  if (addressFault !== null) log.warn({ fault: addressFault }, 'links of mails lead nowhere');
  let stopping = false;
  const databaseClock = createDatabaseClock(options.machine ?? systemClock, tellOffset(log));
  const clock = options.clock ?? databaseClock;
  const db = openDb({
    url: databaseUrl,
    listenUrl,
    connections: config.databasePool,
    // A database that stops just after this process may report an error on its last connections.
    onError: (error) => stopping || log.warn({ err: error }, 'idle database connection lost'),
    processName: nameOf(config),
    monotonic: clock.monotonic,
    watch: outages.watch,
    ...(options.clock ? {} : { onClock: databaseClock.note, clockOffset: databaseClock.offsetSeconds }),
  });
  closers.unshift(async () => outages.stop());
  closers.unshift(() => db.close());
  const secrets = createSecrets(secretKey, config.secretKeyPrevious);
  await checkStart().catch(async (error: unknown) => {
    await db.close();
    await http?.close();
    throw error;
  });
  async function checkStart() {
    await checkSecretKey(db, secrets, config);
    if (!options.clock) await setClock(db, databaseClock);
  }
  const boss = await startBoss({ url: listenUrl, log, worker: config.roles.has('worker') });
  closers.unshift(() => boss.stop({ graceful: false }));
  const transport = createTransport(config, options.inbox, { database: db.pool, clock });
  closers.unshift(() => transport.close());
  const resolver = systemResolver(config.dnsServers);
  const guardedPost = createGuardedPost({
    resolver,
    devHosts: config.webhookDevHosts,
    devCa: options.webhookCaFile === null ? null : await readFile(options.webhookCaFile, 'utf8'),
  });
  closers.unshift(() => guardedPost.close());
  const traces = await tracesOf(config, log, clock);
  closers.unshift(() => traces.close());
  let workers: Workers | null = null;
  const app: App = createApp({
    config,
    publicUrl: config.publicUrl ?? url ?? `http://${config.host}:${config.port}`,
    db,
    clock,
    log,
    secrets,
    wake: createWake({ boss, log, turns: () => app.parts.turns, fetch: (queue) => workers?.fetch(queue) }),
    resolver,
    dns: createDnsLookup(config.dnsServers),
    transport,
    guardedPost,
    traces,
    ...(options.newDkimKey ? { newDkimKey: options.newDkimKey } : {}),
  });
  closers.unshift(() => app.parts.pictureRewriter.close());
  // Not waited for: a silent store must not delay the start.
  void app.parts.pictureStore?.check();
  // Before any work is claimed.
  await app.parts.restoreWatch.look();
  closers.unshift(repeat(app, () => app.parts.restoreWatch.look(), lookEvery));
  const lookAtMigrations = async () => app.parts.readiness.noteMissing(await missingMigrations(db.pool));
  closers.unshift(repeat(app, lookAtMigrations, lookEvery));
  closers.unshift(repeat(app, createKeyWatch(), lookEvery));
  closers.unshift(() => app.parts.live.close());
  closers.unshift(() => settleParts(app.parts));
  /** What a stop waits for at once, within the time of the work: no part holds back another. */
  const works: (() => Promise<unknown>)[] = [() => app.parts.inFlight.settled()];
  // Made before the port is opened: building the listener blocks the process for longer than a client waits to connect.
  const queries =
    http &&
    openQueryThread(app, {
      databaseUrl,
      secretKey,
      keptKeys: await readKeyState(db.pool),
      processName: nameOf(config),
    });
  if (queries) closers.unshift(() => queries.close());
  const listener = http && (await createRequestListener(app, queries));
  if (config.roles.has('worker')) {
    // Not waited for: a silent name server must not delay the start.
    void checkSenderIdentity(config).then((faults) => {
      for (const fault of faults) log.warn({ fault }, 'receiving servers may refuse mail of this process');
    });
    const started = await startWorkers(app, boss);
    workers = started;
    works.push(() => started.stop());
  }
  const inbound = config.roles.has('inbound')
    ? await startInbound({
        host: config.host,
        port: config.inboundPort,
        bounceHost: config.bounceHost,
        certificate: certificateOf(config),
        secrets: app.secrets,
        log,
        spamFilter: config.spamFilter,
        ...receiveMail(app),
      })
    : null;
  if (inbound) works.push(() => within(patience, inbound.close()));
  if (http && listener) {
    closers.unshift(writeUsesRegularly(app));
    // A worker does it among its sweeps.
    if (!workers) closers.unshift(repeat(app, analyzeGrowth, analyzeEvery));
    await http.serve(listener);
    works.push(() => within(requestPatience, http.close()));
  }
  const metrics = await openMetrics({ app, queries, process: options.process ?? null });
  // After the work: to the end of a stop it tells that the process is not ready.
  if (metrics) closers.unshift(() => metrics.close());
  return {
    app,
    url,
    metrics,
    inbound: inbound && { host: config.host, port: inbound.port },
    async stop() {
      stopping = true;
      const times = stopTimesOf(config.stopGrace);
      const began = app.clock.monotonic();
      const left = (time: number) => Math.max(0, began + time - app.clock.monotonic());
      app.parts.stop.begun = true;
      http?.drain();
      if (http && config.stopDelay > 0) await timePassed(config.stopDelay);
      app.parts.streams.close();
      app.parts.inFlight.close();
      const end = (close: () => Promise<unknown>) =>
        close().catch((error: unknown) => log.warn({ err: error }, 'part did not stop cleanly'));
      await within(left(times.work), Promise.all(works.map(end)));
      const unanswered = app.parts.inFlight.ids();
      if (unanswered.length > 0) {
        log.warn(
          { messages: unanswered.slice(0, namedMax), count: unanswered.length },
          'stopped before the other side answered: these mails may go out twice',
        );
      }
      for (const close of closers) await within(Math.min(patience, left(times.service)), end(close));
      http?.cut();
    },
  };
}

/** By which the database and its operator know the process. */
function nameOf({ roles }: Config): string {
  return `${[...roles].join(',')} ${process.pid}@${hostname()}`;
}

/** The libraries are loaded only where a collector is configured. */
async function tracesOf(config: Config, log: Log, { now }: Clock): Promise<Traces> {
  if (config.collector === null) return noTraces;
  const { openTraces } = await import('./ground/traces/open-traces.ts');
  return openTraces({ collector: config.collector, log, now, processName: nameOf(config) });
}
