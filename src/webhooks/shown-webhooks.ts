import type { Prisma } from '../../prisma/generated/client.ts';
import { idAt } from '../ground/ids.ts';
import { eventLifetime, keptSince, webhookLifetime } from '../retention/lifetimes.ts';

/**
 * The webhooks that are shown and may be sent again (docs/rules.md#webhook-history): those of the last 30 days, and no longer
 * than the message that they are about, which their bodies are built from.
 */
export function shownWebhooks(now: Date): Prisma.WebhookWhereInput {
  const createdAt = { gte: keptSince(webhookLifetime, now) };
  return { createdAt, OR: [{ messageId: null }, { messageId: { gte: firstShownMessage(now) } }] };
}

/** The id before those of the messages that are shown. */
export function firstShownMessage(now: Date): string {
  return idAt(new Date(keptSince(eventLifetime, now).getTime() + 1));
}
