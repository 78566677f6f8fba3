/**
 * Distinguishes a silent database (a frozen machine, a network that drops packets) from a slow one. Without the pulse a
 * request would wait until TCP gives up, which takes many minutes.
 *
 * A connection of its own repeats a trivial query; while it waits, a byte on any other connection counts as a sign of
 * life too, so that a busy database or a busy process does not count as silent. A database that only reads, as a standby
 * does, takes no work either: it counts as one that refuses.
 */
import { constants } from 'node:os';
import pg from 'pg';
import type { ClockReading } from '../clock/database-clock.ts';
import { connectionTo } from './connection-to.ts';
import { readPulse } from './read-pulse.ts';
import { forSession } from './session-settings.ts';
import { requestLimits } from './time-limits.ts';
import type { Wire } from './wire.ts';

/**
 * Begins the name of each pulse's connection. The offset of the machine's clock follows, where it is off (`+20`, seconds),
 * then the name of the process: `tidings-pulse+20 api,worker 4711@web-1`.
 */
export const pulseName = 'tidings-pulse';
/** Time between two queries, in milliseconds. */
const interval = 250;
/**
 * Time without a sign of life after which the database is silent, in milliseconds; under two seconds with the interval.
 */
const patience = 1_000;
const tick = 100;
/** Time of refused queries after which the database is gone; milliseconds. One broken connection is not enough. */
const refusalsMax = 600;
/**
 * A tick that comes later than this shows that this process itself stood still, and the wait starts again;
 * milliseconds.
 */
const lateTick = 400;
/** A tick that comes later than this may be the end of a sleep of the whole machine, database and all; milliseconds. */
const sleptTick = 5_000;

export interface Pulse {
  /**
   * For a connection to the database (`stream` of node-postgres): broken with ETIMEDOUT when the database is silent.
   */
  openStream(): Wire;
  /** False while the database is silent, or refuses connections for longer than a failover of one connection takes. */
  isAnswering(): boolean;
  /**
   * From when the database has answered without an outage: the end of the last outage, or of a sleep of this process;
   * milliseconds of `monotonic`. Minus infinity while there was none, and now while one lasts: other connections may
   * reach the database before the pulse does.
   */
  answersSince(): number;
  /** Waits so many milliseconds, or until the database comes back. */
  pause(ms: number): Promise<void>;
  stop(): void;
}

/** Is told of an outage's beginning and end, also of one that is too short to count as one. */
export interface PulseWatch {
  /** The first query that failed, or no answer. */
  goes(error: unknown): void;
  /** The database answers again. */
  comes(): void;
}

export interface PulseOptions {
  readonly url: string;
  /** Shown by PostgreSQL beside the connection. */
  readonly processName: string;
  /** The clock of `answersSince`. */
  readonly monotonic: () => number;
  /** Takes what the database's clock said. */
  readonly onClock?: (reading: ClockReading) => void;
  /** By how many seconds the machine's clock is ahead; 0 while it is right. Shown by PostgreSQL too. */
  readonly clockOffset?: () => number;
  readonly watch?: PulseWatch;
}

const agrees = () => 0;

export function watchPulse(options: PulseOptions): Pulse {
  const { url, processName, monotonic, onClock, clockOffset = agrees, watch } = options;
  const connection = connectionTo(url);
  /** Each socket with the bytes that it had read at the last tick. */
  const sockets = new Map<Wire, number>();
  let silent = false;
  /** Time of the first failed query since the last successful one. */
  let refusedSince: number | null = null;
  let client: pg.Client | null = null;
  /** Of the latest query's connection. */
  let ownSocket: Wire | null = null;
  /** Whether the latest response was that writes are refused. */
  let onlyRead = false;
  /** Under which name the connection was last opened, or goes on. */
  let named = '';
  let waitsSince: number | null = null;
  let nextAt = performance.now();
  let lastTick = performance.now();
  /** Before the first response the usual time of a response is unknown: the start may wait. */
  let wasThere = false;
  let backSince = Number.NEGATIVE_INFINITY;
  /** Each ends a pause. */
  const pauses = new Set<() => void>();

  const track = () => {
    const socket = connection.stream();
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
  const nameNow = () => {
    const offset = clockOffset();
    named = `${pulseName}${offset === 0 ? '' : `${offset > 0 ? '+' : ''}${offset}`} ${processName}`;
    return named;
  };
  const connect = () => {
    const made = new pg.Client({
      ...connection,
      application_name: nameNow(),
      stream: () => {
        ownSocket = track();
        return ownSocket;
      },
    });
    made.on('error', () => undefined);
    return made;
  };
  const isSilentFor = (now: number) => silent || (refusedSince !== null && now - refusedSince >= refusalsMax);
  /** Connections that began while writes were refused may refuse them for as long as they last. */
  const dropReaders = () => {
    onlyRead = false;
    for (const socket of sockets.keys()) if (socket !== ownSocket) socket.destroy(silence());
  };
  const noteAnswer = () => {
    if (onlyRead) dropReaders();
    if (refusedSince === null) return;
    if (isSilentFor(performance.now())) backSince = monotonic();
    refusedSince = null;
    silent = false;
    watch?.comes();
    for (const end of pauses) end();
  };
  const noteRefusal = (at: number, error: unknown) => {
    if (refusedSince !== null) return;
    refusedSince = at;
    watch?.goes(error);
  };
  const ask = async (now: number) => {
    const known = client;
    const asked = client ?? connect();
    client = asked;
    waitsSince = now;
    nextAt = now + interval;
    let lasts = true;
    try {
      if (known === null) {
        await asked.connect();
        await asked.query(forSession(requestLimits));
      }
      const { onlyReads, ...reading } = await readPulse(asked, monotonic);
      onClock?.(reading);
      const before = named;
      if (before !== nameNow()) await asked.query("SELECT set_config('application_name', $1, false)", [named]);
      wasThere = true;
      if (onlyReads) {
        onlyRead = true;
        throw Object.assign(new Error('The database only reads'), { code: '25006' });
      }
      if (client === asked) noteAnswer();
    } catch (error) {
      // A refusal is a response: a request that needs a connection fails at once.
      lasts = false;
      if (client === asked) noteRefusal(performance.now(), error);
    }
    // The query was abandoned meanwhile.
    if (client !== asked) return;
    waitsSince = null;
    silent = false;
    if (lasts) return;
    client = null;
    // One that answers would go on to say what its own beginning made of it.
    void asked.end().catch(() => undefined);
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const stoodStill = now - lastTick > lateTick;
    if (now - lastTick > sleptTick) backSince = monotonic();
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
      noteRefusal(now, silence());
      for (const socket of sockets.keys()) socket.destroy(silence());
    }
  }, tick);
  timer.unref();

  return {
    openStream() {
      const socket = track();
      if (silent) process.nextTick(() => socket.destroy(silence()));
      return socket;
    },
    isAnswering: () => !isSilentFor(performance.now()),
    answersSince: () => (isSilentFor(performance.now()) ? monotonic() : backSince),
    pause: (ms) =>
      new Promise((resolve) => {
        let after: NodeJS.Timeout | undefined;
        const end = () => {
          clearTimeout(after);
          pauses.delete(end);
          resolve();
        };
        after = setTimeout(end, ms);
        pauses.add(end);
      }),
    stop() {
      clearInterval(timer);
      void client?.end().catch(() => undefined);
      client = null;
    },
  };
}

/** The error that the kernel would report in the end. */
function silence(): Error {
  const { ETIMEDOUT } = constants.errno;
  return Object.assign(new Error('read ETIMEDOUT'), { code: 'ETIMEDOUT', errno: -ETIMEDOUT, syscall: 'read' });
}
