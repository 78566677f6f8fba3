import type { App } from '../../context.ts';
import type { Ending, MessageOutcome } from './message-outcome.ts';

/** Logs one line for each attempt: ids, and only the domain of the recipient. */
export function logOutcome(app: App, { message, ending, trace }: MessageOutcome): void {
  const { id, workspaceId, recipientDomain, attemptNumber, simulation } = message;
  app.log.info(
    {
      message: id,
      workspace: workspaceId,
      domain: recipientDomain,
      ...causeOf(ending),
      ...(trace === null
        ? {}
        : {
            attempt: attemptNumber,
            replyCode: trace.replyCode,
            category: trace.category,
            durationMs: trace.durationMs,
          }),
      ...(simulation === null ? {} : { simulated: true }),
    },
    `message ${wordOf(ending)}`,
  );
}

function wordOf(ending: Ending): string {
  if (ending.state !== 'queued') return ending.state;
  return ending.dueAt === null ? 'put back' : 'to be retried';
}

function causeOf(ending: Ending) {
  switch (ending.state) {
    case 'bounced':
      return { bounce: ending.bounce };
    case 'failed':
      return { reason: ending.reason };
    case 'queued':
      return ending.dueAt === null ? {} : { dueAt: ending.dueAt };
    case 'delivered':
    case 'sent':
    case 'suppressed':
    case 'expired':
      return {};
  }
}
