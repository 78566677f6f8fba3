import type { App } from '../../context.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';
import type { MessageOutcome } from '../outcomes/message-outcome.ts';

interface TracedAttempt {
  note(outcome: MessageOutcome): void;
  end(): void;
}

/**
 * The spans of an attempt, which go on from the request of its emit (docs/rules.md#traces): the time in the queue before
 * the first attempt, and the attempt. An attempt without an outcome, such as one whose exchangers have no slot, says so.
 */
export function traceAttempt(app: App, message: ClaimedMessage): TracedAttempt {
  const { trace, platformId, workspaceId, id, attemptNumber, begunAt } = message;
  const facts = {
    'tidings.platform_id': platformId,
    'tidings.workspace_id': workspaceId,
    'tidings.message_id': id,
    'tidings.attempt': attemptNumber,
  };
  if (attemptNumber === 1) {
    app.traces.part(trace, { name: 'message queue', kind: 'internal', facts, since: begunAt }).end();
  }
  const span = app.traces.part(trace, { name: 'message attempt', kind: 'consumer', facts });
  let noted: MessageOutcome | null = null;
  return {
    note(outcome) {
      noted = outcome;
    },
    end: () => {
      const state = noted?.ending.state ?? null;
      span.end(
        {
          'tidings.state': state,
          'tidings.category': noted?.trace?.category ?? null,
          'tidings.reply_code': noted?.trace?.replyCode ?? null,
          'tidings.simulated': message.simulation !== null,
        },
        { hasFailed: state === 'failed' || state === 'bounced' },
      );
    },
  };
}
