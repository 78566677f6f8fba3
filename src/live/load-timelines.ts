import type { MessageAttempt, MessageReport, MessageState } from '../../prisma/generated/client.ts';
import type { Ctx } from '../context.ts';
import { eventLifetime, keptSince } from '../retention/lifetimes.ts';

/** What happened to a message. */
export interface TimelineEntry {
  readonly kind: 'accepted' | 'attempt' | 'report' | 'opened' | 'ended' | 'webhook';
  readonly at: Date;
  /** Unique in the timeline of its message, the same at each reading, and in order as text. */
  readonly cursor: string;
  /** State of the message with `ended`. */
  readonly state?: MessageState;
  readonly attempt?: MessageAttempt;
  readonly report?: MessageReport;
  readonly webhookId?: string;
}

/** Webhooks about one message that its timeline shows, at most. */
const webhooksMax = 100;

/** Returns the timelines of kept messages of the platform by message id; a message that is not there has none. */
export async function loadTimelines(
  { app, platformId }: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly TimelineEntry[]>> {
  const createdAt = { gt: keptSince(eventLifetime, app.clock.now()) };
  const messages = await app.db.prisma.message.findMany({
    where: { id: { in: [...ids] }, platformId, createdAt },
    include: { attempts: true, reports: true, opens: true },
  });
  const webhooks = await app.db.prisma.webhook.findMany({
    where: {
      OR: messages.map(({ workspaceId, id }) => ({ workspaceId, messageId: id })),
      deliveredAt: { not: null },
    },
    orderBy: { id: 'asc' },
    take: webhooksMax * Math.max(1, messages.length),
  });
  return new Map(
    messages.map(({ id, createdAt: at, state, endedAt, attempts, reports, opens }) => [
      id,
      [
        entry('accepted', at, ''),
        ...attempts.map((attempt) => entry('attempt', attempt.at, attempt.number, { attempt })),
        ...reports.map((report) => entry('report', report.at, report.number, { report })),
        ...opens.map((open) => entry('opened', open.at, open.id)),
        ...(endedAt === null ? [] : [entry('ended', endedAt, state, { state })]),
        ...webhooks
          .filter(({ messageId }) => messageId === id)
          .flatMap((webhook) =>
            webhook.deliveredAt === null
              ? []
              : [entry('webhook', webhook.deliveredAt, webhook.id, { webhookId: webhook.id })],
          ),
      ].toSorted((a, b) => (a.cursor < b.cursor ? -1 : 1)),
    ]),
  );
}

function entry(
  kind: TimelineEntry['kind'],
  at: Date,
  source: string | number,
  more: Omit<TimelineEntry, 'kind' | 'at' | 'cursor'> = {},
): TimelineEntry {
  return { kind, at, cursor: `${at.toISOString()} ${kind} ${source}`, ...more };
}
