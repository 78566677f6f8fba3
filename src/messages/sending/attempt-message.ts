import type { App } from '../../context.ts';
import { isUnavailable } from '../../db/connections/is-unavailable.ts';
import { isSuppressed } from '../../suppressions/is-suppressed.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';
import { hasShare, waitOfDomain } from '../exchangers/exchanger-shares.ts';
import { countOutcome } from '../outcomes/count-outcome.ts';
import { logOutcome } from '../outcomes/log-outcome.ts';
import type { MessageOutcome } from '../outcomes/message-outcome.ts';
import { recordOutcome } from '../outcomes/record-outcomes.ts';
import { waiting } from '../waiting.ts';
import { putBack, sendMessage } from './send-message.ts';
import { traceAttempt } from './trace-attempt.ts';

/** Time that a message keeps its place after a read that failed, unless an outage ends before; milliseconds. */
const readAgain = 1_000;

/**
 * Sends a claimed message and records the outcome; returns the message to the queue while its exchangers have no slot,
 * and when the database could not give what the mail needs.
 */
export async function attemptMessage(app: App, message: ClaimedMessage): Promise<void> {
  const traced = traceAttempt(app, message);
  try {
    await app.parts.addressOrder(message, async (waited) => {
      if (!(await hasShare(app, message))) return recordOutcome(app, putBack(app, message));
      const wait = waitOfDomain(app, message);
      if (wait !== null) return recordOutcome(app, waiting(app, message, wait));
      const outcome = await send(app, message, waited);
      traced.note(outcome);
      await recordOutcome(app, outcome);
      countOutcome(app, outcome);
      logOutcome(app, outcome);
    });
  } finally {
    traced.end();
    app.parts.suspects.leave(message);
  }
}

async function send(app: App, message: ClaimedMessage, waited: boolean): Promise<MessageOutcome> {
  try {
    // While it waited, the attempt before it may have blocked the address.
    const suppressed = message.suppressed || (waited && (await isSuppressed(app.db.pool, message)));
    return await sendMessage(app, { ...message, suppressed });
  } catch (error) {
    // Nothing was offered: a transport throws nothing, and after it nothing is read.
    if (!isUnavailable(error)) throw error;
    app.log.warn({ err: error, message: message.id }, 'message put back: the database could not be read');
    await app.db.pause(readAgain);
    return putBack(app, message);
  }
}
