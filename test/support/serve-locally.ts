/** An HTTP server of a test on a free loopback port. */
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** Such as `http://127.0.0.1:40001`. */
  readonly origin: string;
  close(): Promise<void>;
}

export async function serveLocally(listener: RequestListener): Promise<LocalServer> {
  const server = createServer(listener);
  // A client that was held up would meet a connection that the server is just closing.
  server.keepAliveTimeout = 0;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
