import { once } from 'node:events';
import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createAnnouncer } from '../inbox/announce-changes.ts';
import { FileFault, shown, startersFolder } from '../starter-file.ts';
import { layoutsFolder } from './bench-layout.ts';
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
  const layouts = new LayoutsWatch(join(places.folder, layoutsFolder), () => announcer.changed());
  await layouts.open();
  const watching = watch(places.folder, () => {
    announcer.changed();
    // The folder of layouts may be new.
    void layouts.open();
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async stop() {
      watching.close();
      layouts.close();
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Watches the folder of layouts once there is one. */
class LayoutsWatch {
  private watching: FSWatcher | null = null;
  private isClosed = false;

  constructor(
    private readonly folder: string,
    private readonly changed: () => void,
  ) {}

  async open(): Promise<void> {
    const found = await stat(this.folder).catch(() => null);
    if (this.isClosed || this.watching !== null || !found?.isDirectory()) return;
    this.watching = watch(this.folder, this.changed);
  }

  close(): void {
    this.isClosed = true;
    this.watching?.close();
  }
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
