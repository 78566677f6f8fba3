import type { App } from '../context.ts';
import { isSuppressed } from '../suppressions/is-suppressed.ts';
import type { ClaimedMessage } from './claimed-message.ts';
import { hasShare, waitOfDomain } from './exchanger-shares.ts';
import { logOutcome } from './log-outcome.ts';
import type { MessageOutcome } from './message-outcome.ts';
import { recordOutcome } from './record-outcomes.ts';
import { sendMessage } from './send-message.ts';
import { waiting } from './waiting.ts';

/** Sends a claimed message and records the outcome; returns the message to the queue while its exchangers have no slot. */
export async function attemptMessage(app: App, message: ClaimedMessage): Promise<void> {
  try {
    await app.parts.addressOrder(message, async (waited) => {
      if (!(await hasShare(app, message))) return recordOutcome(app, putBack(app, message));
      const wait = waitOfDomain(app, message);
      if (wait !== null) return recordOutcome(app, waiting(app, message, wait));
      const suppressed = message.suppressed || (waited && (await isSuppressed(app.db.pool, message)));
      const outcome = await sendMessage(app, { ...message, suppressed });
      await recordOutcome(app, outcome);
      logOutcome(app, outcome);
    });
  } finally {
    app.parts.suspects.leave(message);
  }
}

function putBack(app: App, message: ClaimedMessage): MessageOutcome {
  const ending = { state: 'queued', dueAt: null } as const;
  return { message, ending, trace: null, mailboxFault: false, at: app.clock.now() };
}
