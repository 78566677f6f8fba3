/**
 * The rest of a body after an early response, such as a body beyond its limit or a request without a valid key
 * (docs/rules.md#slow-bodies).
 */
import type { IncomingMessage } from 'node:http';
import { createOrderedRoom } from '../../ground/rooms/place-room.ts';
import { countChunks } from './small-chunks.ts';

/** Bytes of one body that are read and discarded, so that a client that is still sending receives the response. */
const leftoverMax = 64 * 1_048_576;
/** Small chunks that are discarded; then the connection is closed. */
const smallChunksDropped = 2_000;
/** Bodies that are discarded at once. A hundred at once would keep the process from all other work. */
const atOnce = 2;
/** Time from the response to the end of the connection; milliseconds. */
const patience = 10_000;
/** Interval between checks of a body's progress; milliseconds. */
const lookEvery = 50;

const leftovers = new WeakSet<object>();

/** Whether the last request of a connection got its response before its body was read. */
export function isLeftover(socket: object): boolean {
  return leftovers.has(socket);
}

/** Lets the client finish sending within bounds, then closes the connection: no upload lasts for ever. */
export type DrainLeftover = (request: IncomingMessage) => void;

/** The drain of one server. Call when the response is finished: Node then starts to read the rest. */
export function createDrain(): DrainLeftover {
  const room = createOrderedRoom(atOnce);
  return (request) => {
    if (request.complete || request.destroyed) return;
    const { socket } = request;
    leftovers.add(socket);
    const giveUpAt = performance.now() + patience;
    // Node's own reading of the rest begins in the next tick and would undo a pause of this tick.
    setImmediate(() => {
      request.pause();
      socket.pause();
      void room(() => drain(request, giveUpAt));
    });
  };
}

function drain(request: IncomingMessage, giveUpAt: number): Promise<void> {
  const { socket } = request;
  const bytesBefore = socket.bytesRead;
  const chunks = countChunks();
  // Very small chunks cost more than the response is worth.
  request.on('data', (chunk: Buffer) => {
    if (chunks.add(chunk.length) > smallChunksDropped) socket.destroy();
  });
  request.resume();
  socket.resume();
  return new Promise((resolve) => {
    const look = setInterval(() => {
      const isOver = request.complete || socket.destroyed;
      if (!isOver && socket.bytesRead - bytesBefore <= leftoverMax && performance.now() < giveUpAt) return;
      clearInterval(look);
      leftovers.delete(socket);
      if (!isOver) socket.destroy();
      resolve();
    }, lookEvery);
    look.unref();
  });
}
