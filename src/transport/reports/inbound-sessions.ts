/** Bounds the connections of one client to the inbound listener, and their duration (docs/rules.md#inbound-reports). */
import type { Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { SMTPServer } from 'smtp-server';

export interface SessionLimits {
  /** Simultaneous connections of one address. */
  readonly connectionsPerAddress: number;
  /** Longest duration of a session, whatever the client sends; milliseconds. */
  readonly sessionMaxMs: number;
}

export const sessionLimits: SessionLimits = { connectionsPerAddress: 10, sessionMaxMs: 600_000 };

/** Time that a rejected connection has to read its reply; milliseconds. */
const rejectedLingerMs = 1_000;
/** 16-bit groups of an IPv6 address that belong to one customer of a network (RFC 6177). */
const networkGroups = 4;

/** Applies `limits` to every connection that `server` accepts from now on. */
export function limitSessions(server: SMTPServer, limits: SessionLimits): void {
  const accept = server.connect.bind(server);
  const open = new Map<string, number>();

  server.connect = (socket, options) => {
    const client = clientOf(socket.remoteAddress ?? '');
    const count = open.get(client) ?? 0;
    if (count >= limits.connectionsPerAddress) return reject(socket);
    open.set(client, count + 1);
    const timer = setTimeout(() => endSession(server, socket), limits.sessionMaxMs).unref();
    socket.once('close', () => {
      clearTimeout(timer);
      const left = (open.get(client) ?? 1) - 1;
      if (left === 0) open.delete(client);
      else open.set(client, left);
    });
    accept(socket, options);
  };
}

/**
 * Returns the key by which connections are counted: the IPv4 address, or the IPv6 network, whose addresses a client
 * chooses freely.
 */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, networkGroups).join(':') : parsed.toString();
}

function reject(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.resume();
  socket.end('421 4.7.0 Too many connections from your address\r\n');
  setTimeout(() => socket.destroy(), rejectedLingerMs).unref();
}

function endSession(server: SMTPServer, socket: Socket): void {
  for (const connection of server.connections) {
    // After STARTTLS the connection holds a TLS socket above the accepted one.
    if (connection.remoteAddress !== socket.remoteAddress || connection.remotePort !== socket.remotePort) continue;
    connection.send(421, '4.4.2 The session took too long');
    connection.close();
  }
}
