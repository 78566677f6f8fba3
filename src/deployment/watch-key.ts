import type { App } from '../context.ts';
import { readKeyState } from './check-secret-key.ts';

/**
 * Looks which key is in force, and takes it on (docs/rules.md#change-of-the-secret-key): processes need not start again
 * at the moment of a change. One that does not have the new key says so once.
 */
export function createKeyWatch(): (app: App) => Promise<void> {
  let refused: string | null = null;
  return async ({ db, log, secrets }) => {
    const state = await readKeyState(db.pool);
    if (state === null) return;
    const before = secrets.inForce();
    const check = Buffer.from(state.check).toString('hex');
    if (secrets.adopt(state)) {
      refused = null;
      const now = secrets.inForce();
      if (now !== before)
        log.info({ key: now === 'current' ? 'SECRET_KEY' : 'SECRET_KEY_PREVIOUS' }, 'another key is in force');
    } else if (refused !== check) {
      refused = check;
      log.error('SECRET_KEY was changed, and this process does not have the new one: start it with both keys');
    }
  };
}
