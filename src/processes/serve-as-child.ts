/**
 * A process of the service under a supervisor (supervise.ts). Ends when the supervisor says so or is gone, and at
 * SIGTERM.
 */
import type { Worker } from 'node:cluster';
import type { Config } from '../ground/config/config.ts';
import type { Log } from '../ground/log/log.ts';
import { setLocalKey } from '../http/local-key.ts';
import type { Service } from '../start-service.ts';
import type { FromChild, Orders, ToChild } from './child-messages.ts';
import type { MakeDemo } from './service-host.ts';
import { startFaultText } from './start-fault.ts';
import { stopTimesOf, timePassed } from './stop-times.ts';

export interface ChildOptions {
  readonly worker: Worker;
  readonly config: Config;
  readonly log: Log;
  readonly makeDemo: MakeDemo;
  /** Ends this process, once everything has stopped. */
  readonly exit: (status: number) => Promise<void>;
}

export function serveAsChild({ worker, config, log: commonLog, makeDemo, exit }: ChildOptions): void {
  let log = commonLog;
  let service: Service | null = null;
  let stopping = false;
  const times = stopTimesOf(config.stopGrace);

  // The terminal sends these to the supervisor too, which ends its processes in order.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('SIGTERM', (reason) => stop(reason));
  worker.on('disconnect', () => {
    // Otherwise Node ends the process at once.
    worker.exitedAfterDisconnect = true;
    stop('the supervisor has ended');
  });
  process.on('message', (message: ToChild) => {
    hear(message).catch(fail);
  });
  // Loaded while the supervisor prepares the database.
  const loading = import('../start-service.ts');
  // `serve` gets the error.
  loading.catch(() => undefined);

  async function hear(message: ToChild): Promise<void> {
    switch (message.type) {
      case 'serve':
        return serve(message.orders);
      case 'tell':
        return answer(message);
      case 'make demo': {
        if (service) tell({ type: 'demo', demo: await makeDemo(service.app) });
        return;
      }
      case 'local key': {
        if (service) setLocalKey(service.app, message.apiKey);
        return;
      }
      case 'stop':
        return end(0);
    }
  }

  async function answer({ what, number }: Extract<ToChild, { readonly type: 'tell' }>): Promise<void> {
    // A process that fails at it says nothing, and goes on.
    const told = await service?.metrics?.source[what]().catch(() => null);
    tell({ type: 'told', number, told: { [what]: told ?? null } });
  }

  async function serve(orders: Orders): Promise<void> {
    const { process: number, secrets, databasePool, port, inboundPort, localKey, ...serving } = orders;
    log = commonLog.child({ process: number });
    const { startService } = await loading;
    service = await startService({
      ...serving,
      process: number,
      config: { ...config, ...secrets, secretKey: serving.secretKey, databasePool, port, inboundPort },
      log,
      isPortShared: true,
    });
    if (localKey !== null) setLocalKey(service.app, localKey);
    tell({ type: 'ready', address: { url: service.url, inbound: service.inbound } });
  }

  function fail(error: unknown): void {
    if (stopping) return;
    tell({ type: 'failed', text: startFaultText(error) }, () => void end(1));
  }

  function stop(reason: string): void {
    if (!stopping) log.info({ reason }, 'stopping');
    void end(0);
  }

  async function end(status: number): Promise<void> {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), times.whole).unref();
    await Promise.race([service?.stop(), timePassed(times.service)]);
    await exit(status);
  }
}

/** `then` is called once the supervisor has the message, or is gone. */
function tell(message: FromChild, then: () => void = () => undefined): void {
  if (process.connected) process.send?.(message, () => then());
  else then();
}
