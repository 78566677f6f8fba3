/** Ten receivers (ten-receivers.ts) for tests that ask whether some of them harm the others. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Receivers {
  /** The one that never answers, the slow one, the one that resets, and seven good ones. */
  readonly urls: readonly string[];
  /** For each webhook that came to each good one since this was last asked: milliseconds since its cause. */
  delays(): Promise<readonly (readonly number[])[]>;
  stop(): Promise<void>;
}

interface Certificate {
  readonly certFile: string;
  readonly keyFile: string;
}

export async function startReceivers({ certFile, keyFile }: Certificate): Promise<Receivers> {
  const program = fileURLToPath(new URL('ten-receivers.ts', import.meta.url));
  const child = fork(program, [certFile, keyFile], { execArgv: ['--import', 'tsx'] });
  const [ports] = (await once(child, 'message')) as [readonly number[]];
  return {
    urls: ports.map((port) => `https://hooks.test:${port}/`),
    async delays() {
      child.send('delays');
      const [delays] = (await once(child, 'message')) as [readonly (readonly number[])[]];
      return delays;
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
