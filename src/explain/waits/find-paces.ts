import type { ExchangerPace } from '../../../prisma/generated/client.ts';
import type { Ctx } from '../../context.ts';
import { readWaitsFor } from '../../transport/mx/exchanger-wait.ts';

type Waiting = { readonly waitsFor: string | null };

/** Rows read at once: one for each provider and address that mail leaves from. */
const rowsMax = 1_000;

const providerOf = ({ waitsFor }: Waiting) => (waitsFor === null ? null : (readWaitsFor(waitsFor)?.provider ?? null));

/** Finds what the providers that the messages wait for have asked for last. The rows hold nothing of one platform. */
export async function findPaces(
  ctx: Ctx,
  messages: readonly Waiting[],
): Promise<(message: Waiting) => ExchangerPace | null> {
  const providers = [...new Set(messages.flatMap((message) => providerOf(message) ?? []))];
  if (providers.length === 0) return () => null;
  const found = await ctx.app.db.prisma.exchangerPace.findMany({
    where: { provider: { in: providers } },
    orderBy: { quietUntil: { sort: 'desc', nulls: 'last' } },
    take: rowsMax,
  });
  return (message) => found.find(({ provider }) => provider === providerOf(message)) ?? null;
}
