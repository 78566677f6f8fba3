/** The service as a process of its own, with sinks for its mail and webhooks (serve.ts). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ServedAt {
  readonly url: string;
  /** Base URL of its links. */
  readonly publicUrl: string;
  readonly operatorToken: string;
  readonly databaseUrl: string;
  /** An endpoint that takes webhooks. */
  readonly hooksUrl: string;
}

export interface ServiceProcess extends ServedAt {
  /** Resolves once it is gone. */
  stop(): Promise<void>;
}

/** `env` is what the configuration reads, beside what serve.ts sets by itself. */
export async function startServiceProcess(
  databaseUrl: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> {
  const child = fork(fileURLToPath(new URL('./serve.ts', import.meta.url)), [databaseUrl], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const served = await Promise.race([once(child, 'message'), exited.then(() => null)]);
  if (served === null) throw new Error('The service did not start');
  return {
    ...(served[0] as ServedAt),
    async stop() {
      // The process stops when its channel closes.
      if (child.connected) child.disconnect();
      await exited;
    },
  };
}
