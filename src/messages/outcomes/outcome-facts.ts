/** What an outcome means for its message: the state, the time, the webhooks. */
import type { WebhookCause } from '../../webhooks/record-webhooks.ts';
import type { AttemptedState } from '../states/message-states.ts';
import { stateTime } from '../states/state-time.ts';
import type { Ending, MessageOutcome } from './message-outcome.ts';

/** The reason that the message keeps; null: its state says all. */
export function reasonAfter(ending: Ending): string | null {
  if (ending.state === 'suppressed') return ending.withheld ?? null;
  return ending.state === 'failed' ? ending.reason : null;
}

export function stateAfter(ending: Ending): AttemptedState {
  return ending.state === 'delivered' && ending.complained ? 'complained' : ending.state;
}

/** Returns the time at which the message entered its state after the attempt. */
export function endedAt({ ending, at }: MessageOutcome): Date {
  return ending.state === 'delivered' && ending.complained ? stateTime(at, at) : at;
}

/** The answer that the simulator writes to the mail, a moment after its delivery; null: none. */
export function answerOf({ ending, at }: MessageOutcome): { readonly id: string; readonly at: Date } | null {
  return ending.state === 'delivered' && ending.replyId !== undefined
    ? { id: ending.replyId, at: stateTime(at, at) }
    : null;
}

export function causesOf(outcome: MessageOutcome): readonly WebhookCause[] {
  const { message, ending, at } = outcome;
  const cause = {
    platformId: message.platformId,
    source: 'service' as const,
    simulated: message.simulation !== null,
    workspaceId: message.workspaceId,
    messageId: message.id,
    details: {},
    at,
  };
  switch (ending.state) {
    case 'delivered': {
      const delivered = { ...cause, type: 'message.delivered' as const };
      const byPerson = { ...cause, source: 'recipient' as const };
      if (ending.complained) return [delivered, { ...byPerson, type: 'message.complained', at: endedAt(outcome) }];
      const answer = answerOf(outcome);
      if (answer === null) return [delivered];
      return [
        delivered,
        { ...byPerson, type: 'message.replied', details: { reply: { id: answer.id } }, at: answer.at },
      ];
    }
    case 'bounced':
      return [{ ...cause, type: 'message.bounced', details: { bounce: ending.bounce } }];
    case 'failed':
      return [{ ...cause, type: 'message.failed', details: { reason: ending.reason } }];
    case 'suppressed':
      return [
        {
          ...cause,
          type: 'message.suppressed',
          details: ending.withheld === undefined ? {} : { reason: ending.withheld, topic: message.topic },
        },
      ];
    case 'expired':
      return [{ ...cause, type: 'message.expired' }];
    case 'sent':
    case 'queued':
      return [];
  }
}
