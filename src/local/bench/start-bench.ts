import { once } from 'node:events';
import { watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAnnouncer } from '../inbox/announce-changes.ts';
import { FileFault, shown, startersFolder } from '../starter-file.ts';
import type { BenchPlaces } from './bench-source.ts';
import { serveBench } from './serve-bench.ts';

const host = '127.0.0.1';

export interface RunningBench {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the bench; its pages show a file as soon as it is saved. Throws an error in words. */
export async function startBench({ port, ...places }: BenchPlaces & { readonly port: number }): Promise<RunningBench> {
  const found = await stat(places.folder).catch(() => null);
  if (!found?.isDirectory()) {
    throw new FileFault(`There is no folder ${shown(places.folder)}. The starters are in ${shown(startersFolder)}.`);
  }
  const announcer = createAnnouncer();
  const server = createServer(serveBench({ ...places, host, announcer }));
  await listen(server, port);
  const watching = watch(places.folder, () => announcer.changed());
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      watching.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw isTaken ? new FileFault(`Port ${port} is in use: npm run email:dev -- --port ${port + 1}`) : error;
  }
}
