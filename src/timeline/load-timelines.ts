import type { Prisma } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { rowsOf, statement } from '../db/rows.ts';
import { findPaces } from '../explain/waits/find-paces.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';
import { firstIdAbout } from '../retention/partitions/first-id-about.ts';
import { type AttemptColumns, attemptColumns, readAttempts } from '../webhooks/read-attempts.ts';
import type { TimelineEntry, ToldWebhook } from './timeline-entry.ts';
import { timelineOf } from './timeline-of.ts';

/** Webhooks about one message that its timeline shows, at most: those of ten endpoints about ten occurrences. */
const webhooksMax = 100;

const parts = {
  attempts: { orderBy: { number: 'asc' } },
  reports: { orderBy: { number: 'asc' } },
  opens: { orderBy: { id: 'asc' } },
} as const satisfies Prisma.MessageInclude;

interface Place {
  readonly workspaceId: string;
  readonly id: string;
}

const webhooksOf = statement({
  rows: {
    i: rowsOf<Place>({ workspace_id: ['text', ({ workspaceId }) => workspaceId], id: ['text', ({ id }) => id] }),
  },
  values: { from: 'text' },
  text: ({ i, from }) => `
    SELECT h.id, h.message_id AS "messageId", h.type, ${attemptColumns('h')}
    FROM ${i}
    CROSS JOIN LATERAL (
      SELECT * FROM webhooks w WHERE w.workspace_id = i.workspace_id AND w.message_id = i.id AND w.id >= ${from}
      ORDER BY w.id LIMIT ${webhooksMax}) h`,
});

interface WebhookRow extends Omit<ToldWebhook, 'attempts'>, AttemptColumns {}

/**
 * Returns the timelines of kept messages of the platform by message id, in as many statements for fifty as for one; a
 * message that is not there has none.
 */
export async function loadTimelines(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly TimelineEntry[]>> {
  const { app, platformId } = ctx;
  const createdAt = { gt: keptSince(eventLifetime, app.clock.now()) };
  const messages = await app.db.prisma.message.findMany({
    where: { id: { in: [...ids] }, platformId, createdAt },
    omit: { values: true },
    include: parts,
  });
  const [{ rows }, replies, paceOf] = await Promise.all([
    app.db.pool.query<WebhookRow>(webhooksOf({ i: messages, from: firstIdAbout(messages.map(({ id }) => id)) })),
    app.db.prisma.messageReply.findMany({
      // Its own columns are few, and its texts are not read for many messages at once.
      select: { id: true, messageId: true, createdAt: true, automatic: true },
      where: { messageId: { in: messages.map(({ id }) => id) } },
      orderBy: { id: 'asc' },
    }),
    findPaces(ctx, messages),
  ]);
  const repliesOf = Map.groupBy(replies, ({ messageId }) => messageId);
  const webhooks = Map.groupBy(
    rows.map((row): ToldWebhook => ({ ...row, attempts: readAttempts(row) })),
    ({ messageId }) => messageId,
  );
  return new Map(
    messages.map(({ attempts, reports, opens, ...message }) => [
      message.id,
      timelineOf({
        message,
        attempts,
        reports,
        opens,
        replies: repliesOf.get(message.id) ?? [],
        webhooks: webhooks.get(message.id) ?? [],
        pace: paceOf(message),
      }),
    ]),
  );
}
