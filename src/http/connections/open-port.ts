/**
 * Opens the port of an HTTP server by several sockets. In each round of its event loop, Node accepts one connection of a
 * socket, however many wait there. With one socket a thousand connections of one caller would take a thousand rounds,
 * and the next caller would wait for all of them; the kernel divides the connections among several sockets
 * (docs/rules.md#new-connections).
 */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer, type Server as SocketServer } from 'node:net';
import { acceptedAhead } from '../../ground/ports/accepted-ahead.ts';
import { dividesPort } from '../../ground/ports/divides-port.ts';

/** Sockets of the port, and so connections that a round accepts, at most. */
export const socketsOfPort = dividesPort ? 64 : 1;

export interface OpenPort {
  readonly port: number;
  /** Accepts no connection any more; resolves when every connection has ended. */
  close(): Promise<void>;
}

interface PortOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Bytes that a connection reads ahead. */
  readonly highWaterMark: number;
}

/** Rejects with the system's error. Another program of this user that shares the port by intent is not noticed. */
export async function openPort(server: Server, { host, port, highWaterMark }: PortOptions): Promise<OpenPort> {
  await open(server, host, port);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const others = Array.from({ length: socketsOfPort - 1 }, () =>
    // As Node opens the sockets of an HTTP server.
    createServer({ allowHalfOpen: true, noDelay: true, highWaterMark }, (socket) => server.emit('connection', socket)),
  );
  await Promise.all(others.map((other) => open(other, host, address.port)));
  return {
    port: address.port,
    async close() {
      await Promise.all([server, ...others].map((each) => new Promise((resolve) => each.close(resolve))));
    },
  };
}

async function open(server: SocketServer, host: string, port: number): Promise<void> {
  server.listen({ port, host, backlog: acceptedAhead, reusePort: dividesPort });
  await once(server, 'listening');
}
