/** The answers to monitors and to what divides requests among processes (docs/rules.md#probes). */
import type { App } from '../context.ts';
import { errorStatuses } from '../ground/errors/error-status.ts';
import type { Exchange } from './exchange.ts';

/** Seconds after which a monitor may ask again. */
const retryAfter = 5;

/** While work is held after a restore (docs/rules.md#restored-database). */
const heldNotice =
  'The database was restored: mail and webhooks from before wait until the operator decides with npm run restored.';

/** While the machine's clock is wrong (docs/rules.md#one-clock). */
const clockNotice = "The machine's clock is far from the database's: this process takes no work until it is right.";

/** Whether the process can do its work, by the path that asks. */
const probes = {
  '/health': (app: App) => app.db.isAnswering(),
  '/readyz': (app: App) => Object.values(app.parts.readiness.parts()).every((isInOrder) => isInOrder),
  '/livez': () => true,
} as const;

export function isProbe(path: string): path is keyof typeof probes {
  return Object.hasOwn(probes, path);
}

/** Sends the state that is known already, so that a monitor gets a response even if the database hangs. */
export function answerProbe(app: App, path: keyof typeof probes, { response }: Exchange): void {
  const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
  const said = noticesOf(app);
  const notice = said.length > 0 ? { notice: said.join(' ') } : {};
  const parts = path === '/readyz' ? { parts: shown(app) } : {};
  if (probes[path](app)) response.writeHead(200, headers).end(JSON.stringify({ status: 'ok', ...parts, ...notice }));
  else {
    response
      .writeHead(errorStatuses.unavailable, { ...headers, 'Retry-After': retryAfter })
      .end(JSON.stringify({ status: 'unavailable', ...parts }));
  }
}

/** Each part of the process in a word: which one is not ready is what an operator asks first. */
function shown({ parts }: App): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(parts.readiness.parts()).map(([part, isInOrder]) => [part, isInOrder ? 'ok' : 'not ready']),
  );
}

/** What a person should know though the process serves. */
function noticesOf({ clock, parts }: App): readonly string[] {
  return [...(parts.restoreWatch.holds() ? [heldNotice] : []), ...(clock.isSound?.() === false ? [clockNotice] : [])];
}
