/** A way to a PostgreSQL server that loses every notice (NotificationResponse) and passes all else on. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DeafProxy {
  /** The database's URL by way of the proxy. */
  readonly url: string;
  /** Notices lost so far. */
  lost(): number;
  stop(): Promise<void>;
}

/** The type of a NotificationResponse among the server's messages: a byte, before four of length. */
const notice = 'A'.charCodeAt(0);

export async function startDeafProxy(databaseUrl: string): Promise<DeafProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream);
    let left = Buffer.alloc(0);
    upstream.on('data', (part: Buffer) => {
      left = Buffer.concat([left, part]);
      const passed: Buffer[] = [];
      while (left.length >= 5 && left.length > left.readInt32BE(1)) {
        const message = left.subarray(0, 1 + left.readInt32BE(1));
        left = left.subarray(message.length);
        if (message[0] === notice) lost += 1;
        else passed.push(message);
      }
      client.write(Buffer.concat(passed));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    lost: () => lost,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
