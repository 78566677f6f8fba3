/** The rest of a body that was answered before it was read, such as one beyond its limit or without a valid key. */
import type { IncomingMessage } from 'node:http';
import { createGate } from '../turns/gate.ts';
import { countChunks } from './small-chunks.ts';

/** Bytes of one body that are read and thrown away, so that the response reaches a client that is still sending. */
const leftoverMax = 64 * 1_048_576;
/** Small chunks that are thrown away; then the connection is closed. */
const smallChunksDropped = 2_000;
/** Bodies that are thrown away at once. A hundred at once would keep the process from everything else. */
const atOnce = 2;
/** How long a client may wait and send before its connection is closed; milliseconds. */
const patience = 10_000;
/** How often the progress of a body is looked at; milliseconds. */
const lookEvery = 50;

const leftovers = new WeakSet<object>();

/** Whether the last request of a connection was answered before it was read whole. */
export function isLeftover(socket: object): boolean {
  return leftovers.has(socket);
}

/** Lets the client finish sending within bounds, then closes the connection: no upload goes on for ever. */
export type DrainLeftover = (request: IncomingMessage) => void;

/** Of one server. To be called when the response is finished: Node then starts to read what is left. */
export function createDrain(): DrainLeftover {
  const gate = createGate(atOnce);
  return (request) => {
    if (request.complete || request.destroyed) return;
    const { socket } = request;
    leftovers.add(socket);
    const giveUpAt = performance.now() + patience;
    // Node's own reading of what is left begins in the next tick and would undo a pause of this one.
    setImmediate(() => {
      request.pause();
      socket.pause();
      void gate(() => drain(request, giveUpAt));
    });
  };
}

function drain(request: IncomingMessage, giveUpAt: number): Promise<void> {
  const { socket } = request;
  const bytesBefore = socket.bytesRead;
  const chunks = countChunks();
  // What comes in the smallest chunks is not worth its reading.
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
