import type { Config } from '../config.ts';
import { isFinal } from '../messages/message-states.ts';
import type { Explanation } from './explanation.ts';
import { explain } from './first-cause.ts';
import { historyOf } from './history-of.ts';
import { holdsOf } from './holds-of.ts';
import type { MessageFacts } from './message-facts.ts';

/** Explains a message from its facts alone (docs/rules.md#message-explanation). */
export function judgeMessage(facts: MessageFacts, config: Config, now: Date): Explanation {
  const { state } = facts.message;
  const present = state === 'queued' ? holdsOf(facts, config, now) : [];
  const steps = [...historyOf(facts), ...present];
  if (state === 'queued')
    return explain(
      steps,
      'waiting_for_turn',
      'Nothing holds the message: it leaves in the next turn of its workspace.',
    );
  if (state === 'sending') return explain(steps, 'sending', 'An attempt to send the message is under way.');
  if (state === 'sent') {
    return explain(steps, 'awaiting_report', 'A relay accepted the mail, and its delivery report has not come yet.');
  }
  if (!isFinal(state)) throw new Error(`The state ${state} has no explanation`);
  return explain(steps, 'delivered', 'A mail server accepted the mail.');
}
