import type { Config } from '../ground/config/config.ts';
import { reportWait } from '../messages/reports/silent-relays.ts';
import type { ExplainedMessage } from './explained-message.ts';
import type { Cause, Explanation } from './explanation.ts';
import { explain, type Usual } from './first-cause.ts';
import { historyOf } from './history-of.ts';
import type { ExplainedFacts } from './message-facts.ts';
import { holdsOf } from './waits/holds-of.ts';
import { scheduleOf } from './waits/schedule-of.ts';
import { nextAct } from './words/next-act.ts';
import { wordsOfDelivery } from './words/words-of-delivery.ts';

/** What the simulator plays, and no server said. */
const played: ReadonlySet<Cause> = new Set<Cause>([
  'delivered',
  'bounced',
  'complained',
  'expired',
  'suppressed_by_bounce',
]);
const afterPlay = 'Nothing is to be done: every emit to this address of the simulator ends like this.';

/** Explains a message from its facts alone (docs/rules.md#message-explanation). */
export function judgeMessage(facts: ExplainedFacts, config: Config, now: Date): Explanation {
  const { state } = facts.message;
  const present = state === 'queued' ? holdsOf(facts, config, now) : scheduleOf(facts, now);
  const explanation = explain([...historyOf(facts), ...present], withHolds(usualOf(facts.message, now), facts));
  return facts.message.simulation !== null && played.has(explanation.cause)
    ? { ...explanation, next: afterPlay }
    : explanation;
}

/** Who asks of mail that left is told as well what held it before. */
function withHolds(usual: Usual, { heldBefore }: ExplainedFacts): Usual {
  const told = heldBefore.map(({ fact }) => ` It was held before: ${fact}.`);
  return { ...usual, summary: `${usual.summary}${told.join('')}` };
}

/** The explanation of a message that no rule holds or ended. */
function usualOf(message: ExplainedMessage, now: Date): Usual {
  const { state, endedAt, expiresAt } = message;
  switch (state) {
    case 'queued':
      return {
        cause: 'waiting_for_turn',
        summary:
          expiresAt <= now
            ? 'The time of the message is over: it expires within seconds.'
            : 'Nothing holds the message: it leaves in the next turn of its workspace.',
        next: null,
      };
    case 'scheduled':
      return { cause: 'scheduled', summary: 'Its time has come: it goes to the queue within seconds.', next: null };
    case 'sending':
      return { cause: 'sending', summary: 'An attempt to send the message is under way.', next: null };
    case 'sent': {
      const accepted = 'A relay accepted the mail, and its delivery report has not come yet';
      const end = endedAt && new Date(endedAt.getTime() + reportWait).toISOString();
      const summary = end ? `${accepted}. Without one the message counts as delivered at ${end}.` : `${accepted}.`;
      return { cause: 'awaiting_report', summary, next: nextAct('awaiting_report', null) };
    }
    default:
      return wordsOfDelivery(message);
  }
}
