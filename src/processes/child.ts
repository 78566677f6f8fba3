/** One process of the service, as the supervisor holds it. */
import cluster from 'node:cluster';
import type { FromChild, Orders, ToChild, Told } from './child-messages.ts';
import type { Demo } from './service-host.ts';
import { StartFault } from './start-fault.ts';

export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** How long a process has for what it is asked to tell; milliseconds. Reading facts for metrics takes two seconds at most. */
const tellTime = 8_000;

type Address = Extract<FromChild, { readonly type: 'ready' }>['address'];

export interface Child {
  /** Resolves once the process is gone and has told all. */
  readonly ended: Promise<Ending>;
  /** Rejects with a `StartFault` when the process cannot serve. */
  serve(orders: Orders): Promise<Address>;
  makeDemo(): Promise<Demo>;
  /** What the process tells now; null when it does not answer in time. */
  tell<What extends keyof Told>(what: What): Promise<Told[What] | null>;
  /** Pages on this machine show the key from now on. */
  showKey(apiKey: string): void;
  /** Resolves once the process is gone. */
  stop(): Promise<void>;
}

/**
 * Starts a process that loads the service and waits for its orders. `killTime`: after which it is killed when it was told
 * to stop; milliseconds.
 */
export function startChild(killTime: number): Child {
  const worker = cluster.fork();
  const ended = new Promise<Ending>((resolve) => {
    let ending: Ending | null = null;
    const end = () => ending && !worker.isConnected() && resolve(ending);
    worker.once('exit', (code, signal) => {
      ending = { code, signal };
      end();
    });
    // What it has told comes before this.
    worker.once('disconnect', end);
    worker.on('error', () => {
      if (worker.process.pid === undefined) resolve({ code: null, signal: null });
    });
  });
  // A process that has ended hears nothing.
  const send = (message: ToChild) => void worker.send(message, () => undefined);

  /** Sends `message`; resolves to the first message for which `read` gives a value. */
  function ask<Answer>(message: ToChild, read: (told: FromChild) => Answer | null): Promise<Answer> {
    return new Promise((resolve, reject) => {
      worker.on('message', function hear(told: FromChild) {
        const answer = read(told);
        if (told.type === 'failed') reject(new StartFault(told.text));
        else if (answer !== null) resolve(answer);
        else return;
        worker.off('message', hear);
      });
      void ended.then(({ code, signal }) => {
        reject(new StartFault(`A process of the service ended before it was ready (${signal ?? `status ${code}`}).`));
      });
      send(message);
    });
  }

  /** By number, those that wait for what the process tells. */
  const asking = new Map<number, (told: Partial<Told>) => void>();
  let asked = 0;
  worker.on('message', (told: FromChild) => {
    if (told.type === 'told') asking.get(told.number)?.(told.told);
  });
  void ended.then(() => {
    for (const answer of asking.values()) answer({});
  });

  function tell<What extends keyof Told>(what: What): Promise<Told[What] | null> {
    asked += 1;
    const number = asked;
    return new Promise((resolve) => {
      const timer = setTimeout(() => answer({}), tellTime);
      const answer = (told: Partial<Told>) => {
        clearTimeout(timer);
        asking.delete(number);
        resolve(told[what] ?? null);
      };
      asking.set(number, answer);
      if (worker.isConnected()) send({ type: 'tell', what, number });
      else answer({});
    });
  }

  return {
    ended,
    tell,
    serve: (orders) => ask({ type: 'serve', orders }, (told) => (told.type === 'ready' ? told.address : null)),
    makeDemo: () => ask({ type: 'make demo' }, (told) => (told.type === 'demo' ? told.demo : null)),
    showKey: (apiKey) => send({ type: 'local key', apiKey }),
    async stop() {
      send({ type: 'stop' });
      const timer = setTimeout(() => worker.process.kill('SIGKILL'), killTime);
      await ended;
      clearTimeout(timer);
    },
  };
}
