/**
 * Tells a database that has fallen silent (a frozen machine, a network that drops packets) from a slow one. Without it
 * a request would wait for an answer for as long as TCP hopes, which is many minutes.
 *
 * A connection of its own asks for nothing over and over; while it waits, a byte that comes over any other connection
 * is a sign of life too, so that a busy database or a busy process of ours passes for neither. May import npm alone.
 */
import { Socket } from 'node:net';
import { constants } from 'node:os';
import pg from 'pg';

/** What it asks. */
export const pulseQuestion = 'SELECT 1';
/** Between two questions, in milliseconds. */
const interval = 250;
/** Without a sign of life for so long the database is silent, in milliseconds; with the interval under two seconds. */
const patience = 1_000;
const tick = 100;
/** A database that has refused every question for so long is gone; milliseconds. One broken connection is not enough. */
const refusalsMax = 600;
/** Ticks that come later than this say that this process itself stood still, and the wait is begun anew. */
const lateTick = 400;

export interface Pulse {
  /** For a connection to the database (`stream` of node-postgres): broken with ETIMEDOUT when the database is silent. */
  openSocket(): Socket;
  /** False while the database is silent, or refuses connections for longer than a failover of one connection takes. */
  isAnswering(): boolean;
  stop(): void;
}

export function watchPulse(url: string): Pulse {
  /** With the bytes that had come when they were last looked at. */
  const sockets = new Map<Socket, number>();
  let silent = false;
  /** When the first question failed since one was last answered. */
  let refusedSince: number | null = null;
  let client: pg.Client | null = null;
  let waitsSince: number | null = null;
  let nextAt = performance.now();
  let lastTick = performance.now();
  /** Before the first answer nobody knows how long one takes here: what starts may wait. */
  let wasThere = false;

  const track = () => {
    const socket = new Socket();
    sockets.set(socket, 0);
    return socket.once('close', () => sockets.delete(socket));
  };
  const hears = () => {
    let heard = false;
    for (const [socket, before] of sockets) {
      heard ||= socket.bytesRead > before;
      sockets.set(socket, socket.bytesRead);
    }
    return heard;
  };
  const connect = () => {
    const made = new pg.Client({ connectionString: url, application_name: 'tidings-pulse', stream: track });
    made.on('error', () => undefined);
    return made;
  };
  const ask = async (now: number) => {
    const known = client;
    const asked = client ?? connect();
    client = asked;
    waitsSince = now;
    nextAt = now + interval;
    let lasts = true;
    try {
      if (known === null) await asked.connect();
      await asked.query(pulseQuestion);
      wasThere = true;
      if (client === asked) refusedSince = null;
    } catch {
      // A refusal is an answer: who needs a connection learns of it at once.
      lasts = false;
      if (client === asked) refusedSince ??= performance.now();
    }
    // Given up meanwhile.
    if (client !== asked) return;
    waitsSince = null;
    silent = false;
    if (!lasts) client = null;
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const stoodStill = now - lastTick > lateTick;
    lastTick = now;
    const heard = hears();
    if (waitsSince === null) {
      if (now >= nextAt) void ask(now);
    } else if (heard || stoodStill) {
      waitsSince = now;
    } else if (wasThere && now - waitsSince > patience) {
      client = null;
      waitsSince = null;
      silent = true;
      refusedSince ??= now;
      for (const socket of sockets.keys()) socket.destroy(silence());
    }
  }, tick);
  timer.unref();

  return {
    openSocket() {
      const socket = track();
      if (silent) process.nextTick(() => socket.destroy(silence()));
      return socket;
    },
    isAnswering: () => !silent && (refusedSince === null || performance.now() - refusedSince < refusalsMax),
    stop() {
      clearInterval(timer);
      void client?.end().catch(() => undefined);
      client = null;
    },
  };
}

/** What the kernel would say in the end. */
function silence(): Error {
  const { ETIMEDOUT } = constants.errno;
  return Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT', errno: -ETIMEDOUT, syscall: 'read' });
}
