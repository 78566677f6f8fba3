import type { Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { readSendingFacts, type SendingFacts } from './sending-facts.ts';

/** What of a message an explanation reads. */
export const explained = {
  omit: { values: true },
  include: { attempts: { orderBy: { number: 'asc' } }, reports: { orderBy: { number: 'asc' } } },
} as const satisfies Prisma.MessageDefaultArgs;

export type ExplainedMessage = Prisma.MessageGetPayload<typeof explained>;

/** A message and the facts around it, as they are now. */
export interface MessageFacts extends SendingFacts {
  readonly message: ExplainedMessage;
}

/** Reads the facts of a message of this platform. */
export async function readMessageFacts(ctx: Ctx, message: ExplainedMessage): Promise<MessageFacts> {
  return { message, ...(await readSendingFacts(ctx, message)) };
}
