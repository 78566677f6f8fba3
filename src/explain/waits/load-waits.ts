import type { Ctx } from '../../context.ts';
import { isFinal } from '../../messages/states/message-states.ts';
import { eventLifetime, keptSince } from '../../retention/lifetimes.ts';
import { explained } from '../explained-message.ts';
import { findManyDecided } from '../of-consent.ts';
import { readManySendingFacts } from '../sending-facts.ts';
import { findPaces } from './find-paces.ts';
import { type Wait, waitOf } from './wait-of.ts';

/**
 * Returns what each of the messages waits for, in as many statements for fifty as for one. A message that has ended, or
 * that is not there, waits for nothing.
 */
export async function loadWaits(
  ctx: Ctx,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly wait: Wait }[]> {
  const { app, platformId } = ctx;
  const now = app.clock.now();
  const messages = await app.db.prisma.message.findMany({
    where: { id: { in: [...ids] }, platformId, createdAt: { gt: keptSince(eventLifetime, now) } },
    ...explained,
  });
  const open = messages.filter(({ state }) => !isFinal(state));
  const [factsOf, paceOf, contactOf] = await Promise.all([
    readManySendingFacts(ctx, open),
    findPaces(ctx, open),
    findManyDecided(ctx, open),
  ]);
  return open.flatMap((message) => {
    const wait = waitOf(
      { message, pace: paceOf(message), contact: contactOf(message), ...factsOf(message) },
      app.config,
      now,
    );
    return wait === null ? [] : [{ id: message.id, wait }];
  });
}
