/**
 * How long a connection without a request is kept, and how it ends (docs/rules.md#idle-connections). A proxy that reuses a
 * connection which the server is just closing loses the request, so the server's time is longer than the proxy's.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Time beyond the one that responses name (`Keep-Alive: timeout=75`), in milliseconds: a request of a client that keeps
 * to it may take this long on its way.
 */
const onTheWay = 5_000;

/** `time`: how long an idle connection is kept, as responses say; milliseconds. */
export function keepConnections(server: Server, time: number): void {
  server.keepAliveTimeout = time;
  server.keepAliveTimeoutBuffer = onTheWay;
  // Without this listener Node closes the connection at once. A process that was busy until now has not read what came
  // meanwhile: the check comes after the next reading of all connections.
  server.on('timeout', (socket: Socket) => {
    const { bytesRead } = socket;
    setImmediate(() => {
      if (socket.bytesRead === bytesRead) socket.destroy();
    });
  });
}
