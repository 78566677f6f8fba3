/**
 * Tells a database that has fallen silent (a frozen machine, a network that drops packets) from a slow statement: a
 * connection of its own asks for nothing over and over. Without it a request would wait for an answer for as long as
 * TCP hopes, which is many minutes. May import npm alone.
 */
import pg from 'pg';

/** What it asks. */
export const pulseQuestion = 'SELECT 1';
/** Between two questions, in milliseconds. */
const interval = 400;
/** Without an answer for so long the database is silent, in milliseconds; with the interval under two seconds. */
const patience = 1_000;
const tick = 100;
/** Ticks that come later than this say that this process itself stood still, and the wait is begun anew. */
const lateTick = 400;

export interface PulseOptions {
  readonly url: string;
  /** Called once for each stretch of `patience` without an answer. */
  readonly onSilence: () => void;
}

export interface Pulse {
  /** From the first such stretch to the next answer. */
  isSilent(): boolean;
  stop(): void;
}

export function watchPulse({ url, onSilence }: PulseOptions): Pulse {
  let silent = false;
  let client: pg.Client | null = null;
  let askedAt: number | null = null;
  let nextAt = performance.now();
  let lastTick = performance.now();

  const connect = () => {
    const made = new pg.Client({
      connectionString: url,
      application_name: 'tidings-pulse',
      connectionTimeoutMillis: 2 * patience,
    });
    made.on('error', () => undefined);
    return made;
  };
  const ask = async (now: number) => {
    const known = client;
    const asked = client ?? connect();
    client = asked;
    askedAt = now;
    nextAt = now + interval;
    let lasts = true;
    try {
      if (known === null) await asked.connect();
      await asked.query(pulseQuestion);
    } catch {
      // A refusal is an answer: who needs a connection learns of it at once.
      lasts = false;
    }
    // Given up meanwhile.
    if (client !== asked) return;
    askedAt = null;
    silent = false;
    if (!lasts) client = null;
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const stoodStill = now - lastTick > lateTick;
    lastTick = now;
    if (askedAt !== null && stoodStill) askedAt = now;
    if (askedAt !== null && now - askedAt > patience) {
      const unanswered = client;
      client = null;
      askedAt = null;
      silent = true;
      void unanswered?.end().catch(() => undefined);
      onSilence();
    } else if (askedAt === null && now >= nextAt) {
      void ask(now);
    }
  }, tick);
  timer.unref();

  return {
    isSilent: () => silent,
    stop() {
      clearInterval(timer);
      void client?.end().catch(() => undefined);
      client = null;
    },
  };
}
