/** A connection to a receiver that is kept from one request to the next, and carries one at a time. */
import type { Connect } from './pinned-connector.ts';
import { createResponseReader, type ResponseReader } from './response-reader.ts';

/** How long a body that is discarded may take, or the rest of a request that has its response; milliseconds. */
const bodyDrainMs = 1_000;

export interface StatusConnection {
  /** Whether the connection can carry a request, as far as this side knows. */
  readonly isOpen: boolean;
  /**
   * Writes a request, head and body, and returns the final status once the head of the response is there. Rejects
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

/** Rejects with the error of a connection that cannot be opened. */
export async function openStatusConnection(
  connect: Connect,
  events: StatusConnectionEvents,
): Promise<StatusConnection> {
  let isEarly = false;
  let onBytes = (_bytes: Buffer): void => {
    isEarly = true;
  };
  const socket = await connect((bytes) => onBytes(bytes));
  let asking: Asking | null = null;
  /** Closes the connection where the rest of an exchange takes too long. */
  let draining: NodeJS.Timeout | null = null;
  /** Whether the system has taken the whole request. */
  let isSent = true;
  /** Goes on once it has. */
  let onSent: (() => void) | null = null;

  const connection: StatusConnection = {
    get isOpen() {
      return socket.writable;
    },
    ask: (request) =>
      new Promise((resolve, reject) => {
        if (asking !== null || !socket.writable) throw new Error('The connection cannot carry a request');
        asking = { reader: createResponseReader(), resolve, reject };
        isSent = false;
        socket.write(request, () => {
          isSent = true;
          onSent?.();
        });
      }),
    destroy(error) {
      socket.destroy(error);
    },
  };

  const refuseBytes = () => socket.destroy(new Error('The receiver sent what nobody asked for'));

  onBytes = (bytes) => {
    if (asking === null) {
      refuseBytes();
      return;
    }
    const { reader, resolve } = asking;
    try {
      reader.push(bytes);
    } catch (error) {
      // A response whose head is there has answered the request, whatever follows.
      if (reader.status !== null) resolve(reader.status);
      socket.destroy(error as Error);
      return;
    }
    if (reader.status === null) return;
    if (!reader.isWhole) {
      closeLate();
      resolve(reader.status);
      return;
    }
    const { status, keptMs } = reader;
    asking = null;
    if (keptMs === 0) socket.destroy();
    // After the rest of this read: the receiver may have sent more, or ended the connection. The caller comes last, who
    // may have the next request.
    setImmediate(() => {
      keep(keptMs);
      resolve(status);
    });
  };

  const closeLate = () => {
    draining ??= setTimeout(() => socket.destroy(), bodyDrainMs);
  };

  const keep = (keptMs: number) => {
    if (!socket.writable) return;
    if (isSent) {
      if (draining !== null) clearTimeout(draining);
      draining = onSent = null;
      events.idle(connection, keptMs);
    } else {
      // A receiver that responds to requests that it does not read would let them pile up here.
      closeLate();
      onSent = () => keep(keptMs);
    }
  };

  let failure: Error | null = null;
  socket.on('error', (error) => {
    failure = error;
  });
  // A receiver that has ended the connection sends no response more.
  socket.on('end', () => socket.destroy());
  socket.on('close', () => {
    if (draining !== null) clearTimeout(draining);
    asking?.reject(failure ?? new Error('The receiver closed the connection'));
    events.gone(connection);
  });
  if (isEarly) refuseBytes();
  return connection;
}
