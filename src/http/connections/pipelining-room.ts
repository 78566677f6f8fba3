/**
 * Handles one request of a connection at a time. Node passes on every request of a packet at once (pipelining, RFC 9112
 * section 9.3.2), although the responses go out in order: 64 KiB can hold requests for three thousand pages.
 */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Requests of one connection that wait for the current one. With more, the connection is closed after the responses to
 * these.
 */
const waitingMax = 32;

type Arrival = readonly [request: IncomingMessage, response: ServerResponse];

/** Calls `listener` with the next request of a connection once the previous response is finished. */
export function pipeliningRoom(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, Arrival[]>();
  const overfull = new WeakSet<Socket>();
  const handle = (socket: Socket, [request, response]: Arrival) => {
    response.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next && !socket.destroyed) return handle(socket, next);
      waiting.delete(socket);
      if (overfull.has(socket)) socket.destroy();
    });
    listener(request, response);
  };
  return (request, response) => {
    const { socket } = request;
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      handle(socket, [request, response]);
    } else if (queue.length < waitingMax) queue.push([request, response]);
    else overfull.add(socket);
  };
}
