/** What is left of a body that was answered before it was read, such as one beyond its limit or without a valid key. */
import type { IncomingMessage } from 'node:http';

/** Most bytes that are read and thrown away, so that the answer reaches a client that is still sending. */
const leftoverMax = 64 * 1_048_576;
/** How long that may take, and how often it is looked at; milliseconds. */
const patience = 10_000;
const lookEvery = 100;

/** Lets the client finish sending within bounds, then closes the connection: no upload goes on for ever. */
export function drainLeftover(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const { socket } = request;
  const bytesBefore = socket.bytesRead;
  const giveUpAt = performance.now() + patience;
  request.resume();
  const look = setInterval(() => {
    if (!request.complete && !socket.destroyed) {
      if (socket.bytesRead - bytesBefore <= leftoverMax && performance.now() < giveUpAt) return;
      socket.destroy();
    }
    clearInterval(look);
  }, lookEvery);
  look.unref();
}
