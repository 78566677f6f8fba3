import type { Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { readSendingFacts, type SendingFacts } from './sending-facts.ts';

/** What of a message an explanation reads. */
export const explained = {
  event: true,
  attempts: { orderBy: { number: 'asc' } },
  reports: { orderBy: { number: 'asc' } },
  opens: { orderBy: { id: 'asc' } },
} as const satisfies Prisma.MessageInclude;

export type ExplainedMessage = Prisma.MessageGetPayload<{ include: typeof explained }>;

/** A message and the facts around it, as they are now. */
export interface MessageFacts extends SendingFacts {
  readonly message: ExplainedMessage;
}

/** Reads the facts of a message of this platform. */
export async function readMessageFacts(ctx: Ctx, message: ExplainedMessage): Promise<MessageFacts> {
  return { message, ...(await readSendingFacts(ctx, message)) };
}
