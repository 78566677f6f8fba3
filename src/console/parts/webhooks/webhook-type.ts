/** Webhook types: GraphQL has an enum, webhooks and people a dot. */
import type { WebhookType } from '../../api/operations.ts';

/** Kept in step with the schema by the compiler: a type without a row does not compile. */
const names: Readonly<Record<WebhookType, string>> = {
  contact_left_marketing: 'contact.left_marketing',
  contact_rejoined_marketing: 'contact.rejoined_marketing',
  contact_suppressed: 'contact.suppressed',
  message_bounced: 'message.bounced',
  message_complained: 'message.complained',
  message_delivered: 'message.delivered',
  message_expired: 'message.expired',
  message_failed: 'message.failed',
  message_replied: 'message.replied',
  message_suppressed: 'message.suppressed',
  sending_domain_changed: 'sending_domain.changed',
  workspace_health_changed: 'workspace.health_changed',
};

export const webhookTypeNames = names;

export function isWebhookType(text: string | undefined): text is WebhookType {
  return text !== undefined && Object.hasOwn(names, text);
}
