/**
 * The service in processes of its own, which share the ports (docs/rules.md#processes). The supervisor loads none of the
 * service's code, and no connection passes through it. What a killed process had in hand others take up when its leases
 * are over (docs/rules.md#message-leases).
 */
import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../ground/config/config.ts';
import type { Log } from '../ground/log/log.ts';
import { holdFreePort } from '../ground/ports/hold-port.ts';
import { probePort } from '../ground/ports/probe-port.ts';
import { type MetricsPort, serveMetrics } from '../metrics/serve-metrics.ts';
import { sourceOfProcesses } from '../metrics/source-of-processes.ts';
import { type Child, startChild } from './child.ts';
import type { Orders } from './child-messages.ts';
import { fittingCount, poolOf } from './connections.ts';
import { restartPause } from './restart-pause.ts';
import type { ServiceHost } from './service-host.ts';
import { startFaultText } from './start-fault.ts';
import type { StopTimes } from './stop-times.ts';

/** The process with this number, which is another one after each restart. */
interface Place {
  readonly number: number;
  child: Child;
  startedAt: number;
}

interface Ports {
  readonly ports: Pick<Orders, 'port' | 'inboundPort'>;
  /** Call once every process has opened them. */
  release(): Promise<void>;
}

export function supervise(log: Log, wanted: number, times: StopTimes): ServiceHost {
  const started = () => ({ child: startChild(times.kill), startedAt: performance.now() });
  const stopping = new AbortController();
  const { signal } = stopping;
  let places: readonly Place[] = [];
  let localKey: string | null = null;
  let metrics: MetricsPort | null = null;

  return {
    async load() {
      if (signal.aborted) return;
      // Round robin would hand a connection to a process that is being killed, and leave it unanswered.
      cluster.schedulingPolicy = cluster.SCHED_NONE;
      places = Array.from({ length: wanted }, (_, index) => ({ number: index + 1, ...started() }));
    },
    async serve({ config, ...serving }) {
      const count = await fittingCount(config, serving.databaseUrl, wanted);
      if (count < wanted) log.warn({ wanted, processes: count }, 'the database has connections for fewer processes');
      const surplus = places.slice(count);
      places = places.slice(0, count);
      await Promise.all(surplus.map(({ child }) => child.stop()));
      const { ports, release } = await portsOf(config);
      const { secretKeyPrevious, operatorToken, operatorTokenPrevious, operatorReadToken } = config;
      const secrets = { secretKeyPrevious, operatorToken, operatorTokenPrevious, operatorReadToken };
      const ordersOf = (process: number): Orders => ({
        ...serving,
        ...ports,
        process,
        secrets,
        databasePool: poolOf(config, count),
        localKey,
      });
      const addresses = await Promise.all(places.map(({ number, child }) => child.serve(ordersOf(number))));
      await release();
      const [first] = places;
      const [address] = addresses;
      if (!first || !address) throw new Error('No process was started');
      for (const place of places) void keep(place, ordersOf);
      metrics = await serveMetricsOf(config);
      return {
        ...address,
        processes: count,
        async makeDemo() {
          const demo = await first.child.makeDemo();
          localKey = demo.apiKey;
          for (const { child } of places) child.showKey(demo.apiKey);
          return demo;
        },
      };
    },
    async stop() {
      stopping.abort();
      await Promise.all(places.map(({ child }) => child.stop()));
      await metrics?.close();
    },
  };

  /** One port answers for all processes, each of which labels what it tells. */
  async function serveMetricsOf({ metricsHost: host, metricsPort: port }: Config): Promise<MetricsPort | null> {
    if (port === null) return null;
    const asked = () =>
      places.map(({ number, child }) => ({
        number,
        metrics: () => child.tell('metrics'),
        readiness: () => child.tell('readiness'),
      }));
    const opened = await serveMetrics({ host, port }, sourceOfProcesses(asked));
    log.info({ url: opened.url }, 'metrics are answered');
    return opened;
  }

  /** Starts another process each time that the one of `place` has ended. */
  async function keep(place: Place, ordersOf: (process: number) => Orders): Promise<void> {
    let pause: number | null = null;
    while (!signal.aborted) {
      const { code, signal: killedBy } = await place.child.ended;
      if (signal.aborted) return;
      pause = restartPause(pause, performance.now() - place.startedAt);
      log.error({ process: place.number, code, signal: killedBy, pauseMs: pause }, 'process ended; starting another');
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      Object.assign(place, started());
      try {
        await place.child.serve(ordersOf(place.number));
        log.info({ process: place.number }, 'process ready');
      } catch (error) {
        if (!signal.aborted) process.stderr.write(`${startFaultText(error)}\n`);
        await place.child.stop();
      }
    }
  }
}

/** The ports that the processes share; one that replaces another finds the same. */
async function portsOf({ host, port, inboundPort, roles }: Config): Promise<Ports> {
  const held = roles.has('api') && port === 0 ? await holdFreePort(host) : null;
  if (roles.has('api') && held === null) await probePort(host, port, 'PORT');
  // Node's cluster gives all processes the same socket of a port, and the same free port for 0.
  if (roles.has('inbound') && inboundPort !== 0) await probePort(host, inboundPort, 'INBOUND_PORT');
  return { ports: { port: held?.port ?? port, inboundPort }, release: async () => held?.release() };
}
