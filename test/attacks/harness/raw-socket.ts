/** A bare TCP connection: bytes out, text in. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawSocket {
  readonly closed: boolean;
  /** What came so far; the last 256 kB. */
  readonly text: string;
  /** Waits where the other side does not read. False: the connection is gone, or the other side read nothing for 10 s. */
  write(bytes: string | Uint8Array): Promise<boolean>;
  /** True once `pattern` matches what came; false when the connection ended first, or after `ms`. */
  reads(pattern: RegExp, ms: number): Promise<boolean>;
  /** True once the other side has ended the connection, false after `ms`. */
  ends(ms: number): Promise<boolean>;
  /** Reads nothing from here on. */
  pause(): void;
  destroy(): void;
}

const textMax = 262_144;
/** Milliseconds. */
const drainWithin = 10_000;

export async function openSocket(port: number, host = '127.0.0.1'): Promise<RawSocket> {
  const socket: Socket = connect(port, host);
  let text = '';
  let closed = false;
  const looks = new Set<() => void>();
  const look = () => {
    for (const each of looks) each();
  };
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    text = (text + part).slice(-textMax);
    look();
  });
  for (const event of ['end', 'close', 'error'] as const) {
    socket.on(event, () => {
      closed = true;
      look();
    });
  }
  await once(socket, 'connect');

  const waits = (done: () => boolean, ms: number) =>
    new Promise<boolean>((resolve) => {
      const end = (result: boolean) => {
        looks.delete(check);
        clearTimeout(timer);
        resolve(result);
      };
      const check = () => {
        if (done()) end(true);
        else if (closed) end(false);
      };
      const timer = setTimeout(() => end(false), ms);
      looks.add(check);
      check();
    });

  return {
    get closed() {
      return closed;
    },
    get text() {
      return text;
    },
    async write(bytes) {
      if (closed || socket.destroyed) return false;
      if (socket.write(bytes)) return true;
      let drained = false;
      socket.once('drain', () => {
        drained = true;
        look();
      });
      return waits(() => drained, drainWithin);
    },
    reads: (pattern, ms) => waits(() => pattern.test(text), ms),
    ends: (ms) => waits(() => closed, ms),
    pause: () => socket.pause(),
    destroy: () => socket.destroy(),
  };
}
