import type { Prisma } from '../../prisma/generated/client.ts';

/** What of a message an explanation reads. */
export const explained = {
  omit: { values: true },
  include: { attempts: { orderBy: { number: 'asc' } }, reports: { orderBy: { number: 'asc' } } },
} as const satisfies Prisma.MessageDefaultArgs;

export type ExplainedMessage = Prisma.MessageGetPayload<typeof explained>;
