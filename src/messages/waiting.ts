import type { App } from '../context.ts';
import { type ExchangerWait, waitsFor } from '../transport/mx/exchanger-wait.ts';
import type { ClaimedMessage } from './claims/claimed-message.ts';
import type { MessageOutcome } from './outcomes/message-outcome.ts';

/**
 * The message goes back to the queue until its exchangers take mail again, without an attempt
 * (docs/rules.md#exchanger-pace). Messages that wait together come back one after the other.
 */
export function waiting(app: App, message: ClaimedMessage, wait: ExchangerWait): MessageOutcome {
  const back = wait.until.getTime() + Math.random() * wait.spreadMs;
  const dueAt = new Date(Math.min(back, message.expiresAt.getTime()));
  const ending = { state: 'queued', dueAt, waitsFor: waitsFor(wait) } as const;
  return { message, ending, trace: null, mailboxFault: false, at: app.clock.now() };
}
