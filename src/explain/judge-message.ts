import type { Config } from '../config.ts';
import { isFinal } from '../messages/message-states.ts';
import type { Explanation, Step } from './explanation.ts';
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

/** The first rule that holds or ended the message is its cause; otherwise the cause is `usual`. */
function explain(steps: readonly Step[], usual: Explanation['cause'], summary: string): Explanation {
  const decisive = steps.find(({ verdict }) => verdict === 'ended') ?? steps.find(({ verdict }) => verdict === 'holds');
  if (!decisive?.cause) return { cause: usual, summary, steps };
  return { cause: decisive.cause, summary: sentence(decisive), steps };
}

function sentence({ verdict, fact, at, until, endedBy }: Step): string {
  const since = at === null ? '' : ` (${verdict === 'holds' ? 'since ' : ''}${at.toISOString()})`;
  if (verdict !== 'holds') return `${fact}${since}.`;
  const end = until === null ? endedBy : `It goes on at ${until.toISOString()}`;
  return `Held: ${fact}${since}.${end === null ? '' : ` ${end}.`}`;
}
