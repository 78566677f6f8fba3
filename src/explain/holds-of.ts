/** What holds a queued message now, rule by rule, in the order in which a claim applies the rules. */
import type { Config } from '../config.ts';
import type { Step } from './explanation.ts';
import type { HoldFacts } from './message-facts.ts';
import { ofDayCap, ofDomain, ofHealth, ofPlatform, ofSuppression, ofSuspension } from './sending-rules.ts';
import { holds, passed } from './steps.ts';
import { causeOfWait, wordsOfAttempt } from './words-of-attempt.ts';

export function holdsOf(facts: HoldFacts, config: Config, now: Date): readonly Step[] {
  const { message } = facts;
  const real = message.simulation === null;
  return [
    ofErasure(facts),
    ofWorkspace(facts),
    ofPlatform(facts),
    ofSuspension(facts),
    ...(real
      ? [
          ofSuppression(facts),
          ofDomain(facts, message.sendingDomainId, { config, now }),
          ofHealth(facts, config),
          ofDayCap(facts, now),
        ]
      : []),
    ofSchedule(facts, now),
  ].filter((step) => step !== null);
}

function ofErasure({ message }: HoldFacts): Step | null {
  if (message.recipient !== null) return null;
  return holds('erasure', 'erased', 'the person is being erased, and the message with them', {
    endedBy: 'The erasure deletes the message',
  });
}

function ofWorkspace({ workspace }: HoldFacts): Step | null {
  if (workspace.deletedAt === null) return null;
  return holds('workspace', 'workspace_deleted', 'the workspace is deleted', {
    at: workspace.deletedAt,
    endedBy: 'The message fails in the next turn',
  });
}

function ofSchedule({ message }: HoldFacts, now: Date): Step {
  const last = message.attempts.at(-1);
  if (message.dueAt <= now || last === undefined) return passed('schedule', 'The message is due');
  return holds('schedule', causeOfWait(last), `it waits for its next attempt: ${wordsOfAttempt(last)}`, {
    at: last.at,
    until: message.dueAt,
  });
}
