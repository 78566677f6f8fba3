import type { IncomingMessage } from 'node:http';
import type { App } from '../../context.ts';
import { findConsoleSession } from '../../platforms/sessions/find-console-session.ts';
import { cookieOf } from './session-cookie.ts';

/** Loads what the first rows of a reader need, where that is not loaded. */
export type Prepare = () => Promise<void>;

/**
 * Calls `prepare` for a reader whose session is in force, while the browser loads the scripts of the page: after a start
 * its first rows would wait for it (docs/rules.md#console-first-rows). Nobody else makes the service load anything.
 */
export async function prepareFor(app: App, request: IncomingMessage, prepare: Prepare): Promise<void> {
  try {
    const token = cookieOf(app, request);
    if (token !== undefined && (await findConsoleSession(app, token)) !== null) await prepare();
  } catch (error) {
    // The page comes without it, too.
    app.log.warn({ err: error }, 'first rows of the console were not prepared');
  }
}
