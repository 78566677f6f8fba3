/**
 * Bounds the responses that clients do not read (docs/rules.md#unread-responses). A response stays in memory until the
 * system has taken its last byte, so callers that ask for large pages and read none of them would fill the process.
 */
import type { ServerResponse } from 'node:http';

/**
 * A response of which the system takes nothing for so long is cut; milliseconds. Linux reports room for more when a third
 * of a connection's send buffer is free again: up to 1.3 MB of 4. So a client that reads all the time, but slowly, seems
 * to read nothing for as long as it needs for those, and this time leaves room for 12 kB a second.
 */
const unreadTime = 2 * 60_000;
/** Bytes of unread responses that a process holds. */
export const unreadRoom = 32 * 1024 * 1024;

export interface UnreadResponses {
  /**
   * Looks at a response whose body was handed to Node, or its first part. `caller`: who asked for it; null where the
   * bytes are those of a page that all callers share, and only the time counts.
   */
  look(response: ServerResponse, caller: string | null): void;
}

interface Held {
  bytes: number;
  /** Responses with their bytes, the oldest first. */
  readonly responses: Map<ServerResponse, number>;
}

/** Beyond `room` bytes, the caller that holds the most loses its oldest response. */
export function createUnreadResponses(room = unreadRoom, time = unreadTime): UnreadResponses {
  const callers = new Map<string, Held>();
  const seen = new WeakSet<ServerResponse>();
  let bytes = 0;

  function hold(caller: string, response: ServerResponse): void {
    const size = response.writableLength;
    const held = callers.get(caller) ?? { bytes: 0, responses: new Map() };
    callers.set(caller, held);
    held.responses.set(response, size);
    held.bytes += size;
    bytes += size;
    response.once('close', () => release(caller, response));
    while (bytes > room) cutOldest();
  }

  function release(caller: string, response: ServerResponse): void {
    const held = callers.get(caller);
    const size = held?.responses.get(response);
    if (held === undefined || size === undefined) return;
    held.responses.delete(response);
    held.bytes -= size;
    bytes -= size;
    if (held.responses.size === 0) callers.delete(caller);
  }

  function cutOldest(): void {
    const [largest] = [...callers].toSorted(([, one], [, other]) => other.bytes - one.bytes);
    if (!largest) throw new Error('Bytes are held, but no response holds them');
    const [caller, { responses }] = largest;
    for (const response of responses.keys()) {
      release(caller, response);
      response.destroy();
      return;
    }
  }

  return {
    look(response, caller) {
      const { socket } = response;
      // What the system did not take is in memory now.
      if (socket === null || response.writableLength === 0 || seen.has(response)) return;
      seen.add(response);
      // Node extends the time whenever the system takes a part.
      socket.setTimeout(time);
      response.once('finish', () => {
        // Node has set the time of an idle connection already, unless another request waits on this one.
        if (socket.timeout === time) socket.setTimeout(0);
      });
      if (caller !== null) hold(caller, response);
    },
  };
}
