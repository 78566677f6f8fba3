import type { Ctx } from '../../context.ts';
import { DomainError } from '../../ground/errors/errors.ts';
import { newId } from '../../ground/ids.ts';
import { recordWebhooks, type WebhookCause } from '../record-webhooks.ts';
import { isWebhookType, type WebhookType } from '../webhook-types.ts';
import { findEndpoint } from './find-endpoint.ts';

/**
 * Sends an endpoint a webhook of any type, subscribed or not, with made-up contents and marked as simulated; returns
 * its id (docs/rules.md#test-webhooks). The webhook is logged, signed and retried like any other. Refuses `not_found`,
 * `unknown_type`.
 */
export async function sendTestWebhook(ctx: Ctx, endpointId: string, type: string): Promise<string> {
  await findEndpoint(ctx, endpointId);
  requireType(type);
  const now = ctx.app.clock.now();
  const id = newId(now);
  const cause: WebhookCause = {
    platformId: ctx.platformId,
    type,
    source: byPerson.includes(type) ? 'recipient' : 'service',
    simulated: true,
    workspaceId: type === 'sending_domain.changed' ? null : await someWorkspace(ctx, now),
    ...contentsOf(type, now),
    at: now,
  };
  const woken = await ctx.app.db.transaction((client) => recordWebhooks(ctx.app, client, [cause], { id, endpointId }));
  await ctx.app.wake.ask('webhooks', woken);
  return id;
}

/** Throws `unknown_type`. */
export function requireType(type: string): asserts type is WebhookType {
  if (isWebhookType(type)) return;
  throw new DomainError('unknown_type', undefined, { errors: { type: ['is not a webhook type'] } });
}

/** Types that a person causes (docs/rules.md#webhook-body). */
const byPerson: readonly WebhookType[] = [
  'message.complained',
  'message.replied',
  'contact.left_marketing',
  'contact.rejoined_marketing',
];

/** A workspace of the platform, so that the receiver finds it; a made-up one when there is none yet. */
async function someWorkspace(ctx: Ctx, now: Date): Promise<string> {
  const workspace = await ctx.app.db.prisma.workspace.findFirst({
    select: { id: true },
    where: { platformId: ctx.platformId, deletedAt: null },
    orderBy: { id: 'asc' },
  });
  return workspace?.id ?? newId(now);
}

function contentsOf(type: WebhookType, now: Date): Pick<WebhookCause, 'details' | 'contact'> {
  const contact = { id: newId(now), reference: 'test-contact' };
  const message = { id: newId(now), idempotency_key: 'test-webhook', contact };
  switch (type) {
    case 'message.delivered':
    case 'message.complained':
    case 'message.suppressed':
    case 'message.expired':
      return { details: { message } };
    case 'message.bounced':
      return { details: { message, bounce: 'hard' } };
    case 'message.failed':
      return { details: { message, reason: 'transport_refused' } };
    case 'message.replied':
      return { details: { message, reply: { id: newId(now), ...sampleReply } } };
    case 'contact.left_marketing':
    case 'contact.rejoined_marketing':
      return { contact, details: {} };
    case 'contact.suppressed':
      return { contact, details: { reason: 'hard_bounce', blocks: ['all'] } };
    case 'workspace.health_changed':
      return { details: { from: 'established', to: 'throttled', reason: 'bounce_rate' } };
    case 'sending_domain.changed':
      return { details: { domain: 'mail.example.com', sendable: true, records: sampleRecords } };
  }
}

const sampleReply = {
  from: { address: 'ada@example.com', name: 'Ada Lovelace', is_recipient: true },
  subject: 'Re: Your order 1001',
  text: 'Thank you!\n\nOn Tue, 3 Mar 2026 at 10:00, Shop <orders@example.com> wrote:\n> Your order 1001 was shipped.',
  answer: 'Thank you!',
  is_cut: false,
  mail_id: '<answer@example.com>',
  in_reply_to: '<order@example.com>',
  attachments: [{ position: 1, filename: 'receipt.pdf', media_type: 'application/pdf', bytes: 48_213 }],
  spam: null,
};

const sampleRecords = ['dkim', 'return_path', 'spf', 'dmarc'].map((purpose) => ({ purpose, status: 'verified' }));
