/** What holds a queued message now, rule by rule, in the order in which a claim applies the rules. */

import { heldMarks, isHeld } from '../../deployment/held-mail.ts';
import type { Config } from '../../ground/config/config.ts';
import type { Step } from '../explanation.ts';
import { holds, passed } from '../explanation-steps.ts';
import type { HoldFacts } from '../message-facts.ts';
import { ofConsent } from '../of-consent.ts';
import { ofDomain, ofHealth, ofPlatform, ofSuppression, ofSuspension } from '../sending-rules.ts';
import { untilAnswered } from '../words/next-act.ts';
import { causeOfWait, codeOfAttempt, wordsOfAttempt } from '../words/words-of-attempt.ts';
import { untilExpiry } from './goes-on.ts';
import { ofExchangers } from './of-exchangers.ts';

export function holdsOf(facts: HoldFacts, config: Config, now: Date): readonly Step[] {
  const { message } = facts;
  const real = message.simulation === null;
  return [
    ofErasure(facts),
    ofWorkspace(facts),
    ofPlatform(facts),
    ofSuspension(facts),
    real ? ofSuppression(facts, message.topic) : null,
    ofConsent(message.topic, facts.contact),
    ...(real
      ? [ofDomain(facts, message.sendingDomainId, { config, now }), ...ofHealth(facts, message.expiresAt, config)]
      : []),
    ofRestore(facts) ?? ofExchangers(facts, now) ?? ofSchedule(facts, now),
  ]
    .filter((step) => step !== null)
    .map((step) => untilExpiry(step, message.expiresAt));
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
    code: 'workspace_deleted',
    endedBy: 'The message fails in the next turn',
  });
}

/** Held mail is due when it expires (docs/rules.md#restored-database). */
function ofRestore({ message }: HoldFacts): Step | null {
  if (!isHeld(message.waitsFor)) return null;
  const mayHaveGone =
    message.waitsFor === heldMarks.sending ? 'an attempt was under way in the backup' : 'it waited in the backup';
  return holds('schedule', 'restored', `the database was restored, and ${mayHaveGone}: it may have gone out already`, {
    endedBy: `The operator of the service sends, cancels or expires it; it expires at ${message.expiresAt.toISOString()}`,
  });
}

function ofSchedule({ message }: HoldFacts, now: Date): Step {
  const last = message.attempts.at(-1);
  if (message.dueAt <= now || last === undefined) return passed('schedule', 'The message is due');
  const fact = wordsOfAttempt(last);
  const cause = causeOfWait(last);
  const hold = { at: last.at, code: codeOfAttempt(last) };
  if (message.dueAt >= message.expiresAt) {
    const endedBy = `No attempt is left: it expires at ${message.expiresAt.toISOString()}`;
    return holds('schedule', cause, fact, { ...hold, endedBy });
  }
  return holds('schedule', cause, `it waits for its next attempt: ${fact}`, {
    ...hold,
    until: message.dueAt,
    ...(cause === 'waiting_for_retry' ? { act: untilAnswered(message.expiresAt) } : {}),
  });
}
