/** A wire to a server that can be cut: connections die with it, as with the machine at its other end. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export interface Wire {
  readonly port: number;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** `target`: the server's port at 127.0.0.1. */
export async function wireTo(target: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let server: Server;
  const listen = async (port: number) => {
    server = createServer((near) => {
      const far = connect(target, '127.0.0.1');
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          sockets.delete(socket);
          other.destroy();
        });
      }
      near.pipe(far);
      far.pipe(near);
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    port,
    async cut() {
      server.close();
      for (const socket of sockets) socket.resetAndDestroy();
      await once(server, 'close');
    },
    mend: async () => void (await listen(port)),
  };
}
