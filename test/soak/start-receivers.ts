/** Ten receivers (ten-receivers.ts) for tests that ask whether some of them harm the others. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** One webhook that came. */
export interface Arrival {
  /** When its cause was; milliseconds since 1970, as in the body. */
  readonly at: number;
  /** From its cause to the receiver; milliseconds. */
  readonly delay: number;
}

export interface Receivers {
  /** The one that never answers, the slow one, the one that resets, and seven good ones. */
  readonly urls: readonly string[];
  /** What has come to each good one since this was last asked. */
  arrivals(): Promise<readonly (readonly Arrival[])[]>;
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
    async arrivals() {
      child.send('arrivals');
      const [arrivals] = (await once(child, 'message')) as [readonly (readonly Arrival[])[]];
      return arrivals;
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
