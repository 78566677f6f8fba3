/** Servers of the attacker: an exchanger, a webhook endpoint, a name server. They answer what they like. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { hostileHost, type Place } from './place.ts';

export interface HostileServers {
  /** An exchanger at `hostileHost`, for `transport: 'mx'`. */
  exchanger(serve: (socket: Socket) => void): Promise<void>;
  /** An endpoint; resolves with its URL. `tls` false: what connects gets no TLS. */
  endpoint(serve: (socket: Socket) => void, tls?: boolean): Promise<string>;
  /** Answers questions below `hostileZone`, over UDP and TCP: with any number of packets, none for silence. */
  nameServer(answer: (question: Buffer, over: 'udp' | 'tcp') => readonly Buffer[]): Promise<void>;
}

export function createHostileServers(place: Place): { readonly servers: HostileServers; close(): void } {
  const closers: (() => void)[] = [];

  function keep(server: Server): Server {
    const sockets = new Set<Socket>();
    const add = (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    };
    server.on('connection', add);
    server.on('secureConnection', add);
    server.on('tlsClientError', () => undefined);
    closers.push(() => {
      server.close();
      for (const socket of sockets) socket.destroy();
    });
    return server;
  }

  return {
    close() {
      for (const close of closers) close();
    },
    servers: {
      async exchanger(serve) {
        const server = keep(createServer(serve));
        server.listen(place.mxPort, hostileHost);
        await once(server, 'listening');
      },
      async endpoint(serve, tls = true) {
        const { certFile, keyFile } = place.certificate;
        const server = keep(
          tls
            ? createTlsServer({ cert: await readFile(certFile), key: await readFile(keyFile) }, serve)
            : createServer(serve),
        );
        server.listen(0, '127.0.0.1');
        await once(server, 'listening');
        return `https://hooks.test:${(server.address() as AddressInfo).port}/`;
      },
      async nameServer(answer) {
        const udp = createSocket('udp4');
        udp.on('message', (message, from) => {
          for (const packet of answer(message, 'udp')) udp.send(packet, from.port, from.address, () => undefined);
        });
        udp.bind(place.dnsPort, hostileHost);
        await once(udp, 'listening');
        closers.push(() => udp.close());
        const tcp = keep(
          createServer((socket) => {
            socket.on('data', (part) => {
              for (const packet of answer(part.subarray(2), 'tcp')) {
                const length = Buffer.alloc(2);
                length.writeUInt16BE(packet.length & 0xffff);
                socket.write(Buffer.concat([length, packet]));
              }
            });
          }),
        );
        tcp.listen(place.dnsPort, hostileHost);
        await once(tcp, 'listening');
      },
    },
  };
}
