import type { App } from '../../context.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { cutQuote } from '../../transport/answers/cut-quote.ts';
import type { MessageOutcome } from '../outcomes/message-outcome.ts';
import { answerOf } from '../outcomes/outcome-facts.ts';
import { contentUntil, keepReply } from './keep-reply.ts';

const written = `Thank you! The simulator wrote this answer.

On Monday at 10:00, a shop wrote:

> Mail to a simulator address is not sent,
> so there is nothing more to quote.`;

/**
 * Stores the answers that the simulator writes to `reply@` (docs/rules.md#simulator), in the transaction of their
 * outcomes, whose webhooks name them.
 */
export async function keepSimulatedReplies(
  app: App,
  client: Queryable,
  outcomes: readonly MessageOutcome[],
): Promise<void> {
  for (const outcome of outcomes) {
    const answer = answerOf(outcome);
    if (answer === null) continue;
    const { workspaceId, id, recipient, contentDays } = outcome.message;
    await keepReply(client, {
      id: answer.id,
      message: { workspaceId, id },
      createdAt: answer.at,
      contentUntil: contentUntil(app.config, contentDays, answer.at),
      fromRecipient: true,
      letter: {
        from: { address: recipient, name: null },
        subject: 'Re: Your mail',
        mailId: `<${answer.id}@${app.config.simulatorDomain}>`,
        answers: [],
        text: written,
        answer: cutQuote(written),
        isCut: false,
        isAutomatic: false,
      },
      files: [],
      spam: null,
    });
  }
}
