/**
 * Tells a database that has fallen silent (a frozen machine, a network that drops packets) from a slow statement: a
 * connection of its own asks for nothing twice a second. Without it a request would wait for an answer for as long as
 * TCP hopes, which is many minutes. May import npm alone.
 */
import pg from 'pg';

/** Between two questions, in milliseconds. */
const interval = 500;
/** Without an answer for so long the database is silent, in milliseconds; with the interval under two seconds. */
const patience = 1_200;
const tick = 100;
/** Ticks that come later than this say that this process itself stood still, and the wait is begun anew. */
const lateTick = 400;

export interface PulseOptions {
  readonly url: string;
  /** Called once for each stretch of `patience` without an answer. */
  readonly onSilence: () => void;
}

/** Returns how to stop it. */
export function watchPulse({ url, onSilence }: PulseOptions): () => void {
  let client: pg.Client | null = null;
  let askedAt: number | null = null;
  let nextAt = performance.now();
  let lastTick = performance.now();

  const forget = (gone: pg.Client) => {
    if (client !== gone) return;
    client = null;
    askedAt = null;
  };
  const connect = async () => {
    const made = new pg.Client({
      connectionString: url,
      application_name: 'tidings-pulse',
      connectionTimeoutMillis: patience,
    });
    client = made;
    made.on('error', () => forget(made));
    await made.connect();
    return made;
  };
  const ask = async (now: number) => {
    askedAt = now;
    nextAt = now + interval;
    const asked = client ?? (await connect());
    await asked.query('SELECT 1');
    if (client === asked) askedAt = null;
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const stoodStill = now - lastTick > lateTick;
    lastTick = now;
    if (askedAt !== null && stoodStill) askedAt = now;
    if (askedAt !== null && now - askedAt > patience) {
      const silent = client;
      client = null;
      askedAt = null;
      void silent?.end().catch(() => undefined);
      onSilence();
    } else if (askedAt === null && now >= nextAt) {
      // A refusal is an answer: who needs a connection learns of it at once.
      ask(now).catch(() => client && forget(client));
    }
  }, tick);
  timer.unref();

  return () => {
    clearInterval(timer);
    void client?.end().catch(() => undefined);
    client = null;
  };
}
