/** A connection to a receiver that is kept from one request to the next, and carries one at a time. */
import type { TLSSocket } from 'node:tls';
import { createResponseReader, type ResponseReader } from './response-reader.ts';

/** How long a body that is discarded may take; milliseconds. */
const bodyDrainMs = 1_000;

export interface StatusConnection {
  /** Whether the connection can carry a request, as far as this side knows. */
  readonly isOpen: boolean;
  /**
   * Writes a request, head and body, and returns the final status as soon as the head of the response is there. Rejects
   * with the error of the connection. One request at a time: the next one once the connection is idle.
   */
  ask(request: string): Promise<number>;
  /** Closes the connection; a request that waits is rejected with `error`. */
  destroy(error?: Error): void;
}

interface StatusConnectionEvents {
  /** The response is there to its end: the connection can take another request within so many milliseconds. */
  readonly idle: (connection: StatusConnection, keptMs: number) => void;
  /** The connection is closed; called once. */
  readonly gone: (connection: StatusConnection) => void;
}

interface Asking {
  readonly reader: ResponseReader;
  readonly resolve: (status: number) => void;
  readonly reject: (error: Error) => void;
}

export function createStatusConnection(socket: TLSSocket, events: StatusConnectionEvents): StatusConnection {
  let asking: Asking | null = null;
  let draining: NodeJS.Timeout | null = null;

  const connection: StatusConnection = {
    get isOpen() {
      return socket.writable;
    },
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (asking !== null || !socket.writable) throw new Error('The connection cannot carry a request');
        asking = { reader: createResponseReader(), resolve, reject };
        socket.write(request);
      }),
    destroy(error) {
      socket.destroy(error);
    },
  };

  const onData = (chunk: Buffer) => {
    if (asking === null) {
      socket.destroy(new Error('The receiver sent what nobody asked for'));
      return;
    }
    const { reader, resolve } = asking;
    try {
      reader.push(chunk);
    } catch (error) {
      // A response whose head is there has answered the request, whatever follows.
      if (reader.status !== null) resolve(reader.status);
      socket.destroy(error as Error);
      return;
    }
    if (reader.status === null) return;
    if (reader.isWhole) {
      asking = null;
      if (draining !== null) clearTimeout(draining);
      draining = null;
      // Before the caller goes on, who may have the next request.
      if (reader.keptMs > 0) events.idle(connection, reader.keptMs);
      else socket.destroy();
    } else {
      draining ??= setTimeout(() => socket.destroy(), bodyDrainMs);
    }
    resolve(reader.status);
  };

  let failure: Error | null = null;
  socket.on('data', onData);
  socket.on('error', (error) => {
    failure = error;
  });
  // An idle connection that its receiver has ended carries no request more.
  socket.on('end', () => {
    if (asking === null) socket.destroy();
  });
  socket.on('close', () => {
    if (draining !== null) clearTimeout(draining);
    asking?.reject(failure ?? new Error('The receiver closed the connection'));
    events.gone(connection);
  });
  return connection;
}
