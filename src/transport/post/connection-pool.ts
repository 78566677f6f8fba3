/** The kept connections to one host at one checked address (docs/rules.md#webhook-connections). */
import type { Connect } from './pinned-connector.ts';
import { openStatusConnection, type StatusConnection } from './status-connection.ts';

export interface ConnectionPool {
  /**
   * Returns a connection that no other caller has: an idle one, or a new one. Rejects with the error of a new
   * connection.
   */
  take(): StatusConnection | Promise<StatusConnection>;
  /** Closes the idle connections that their receivers may close soon. */
  closeStale(): void;
  /** Closes the idle connections at once, and each other one after its response. */
  close(): void;
}

interface Idle {
  readonly connection: StatusConnection;
  /** `performance.now()`. */
  readonly until: number;
}

/** The number of connections has no limit here: the caller bounds the requests. */
export function createConnectionPool(connect: Connect): ConnectionPool {
  /** The last one that became idle is the first one taken, so that the others can end. */
  let idle: Idle[] = [];
  let isClosed = false;

  const events = {
    idle(connection: StatusConnection, keptMs: number) {
      if (isClosed) connection.destroy();
      else idle.push({ connection, until: performance.now() + keptMs });
    },
    gone(connection: StatusConnection) {
      idle = idle.filter((each) => each.connection !== connection);
    },
  };

  return {
    take() {
      const now = performance.now();
      for (let last = idle.pop(); last !== undefined; last = idle.pop()) {
        if (last.until > now && last.connection.isOpen) return last.connection;
        last.connection.destroy();
      }
      return openStatusConnection(connect, events);
    },
    closeStale() {
      const now = performance.now();
      for (const { connection, until } of idle) if (until <= now) connection.destroy();
    },
    close() {
      isClosed = true;
      for (const { connection } of idle) connection.destroy();
      idle = [];
    },
  };
}
