/** The service as a process of its own, with sinks for its mail and webhooks (serve.ts). */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { makeBundle } from '../../../src/make-bundle.ts';

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
  // The sources take a multiple of the time to load.
  const folders = ['test/rest/harness', 'test/support'];
  const file = await makeBundle('test/rest/harness/serve.ts', 'node_modules/.cache/tidings-serve', folders);
  const child = fork(file, [databaseUrl], {
    execArgv: ['--max-semi-space-size=64', '--invocation-count-for-turbofan=30000'],
    // Packages choose by NODE_ENV when they are loaded, such as React and GraphQL; the configuration has its own (serve.ts).
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NODE_COMPILE_CACHE: join(dirname(file), 'compiled'),
      ...env,
    },
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
