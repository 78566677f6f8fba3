/** The closed sets of values with which webhooks are described. */
import type { WebhookAttempt } from '../src/webhooks/read-attempts.ts';
import type { WebhookType } from '../src/webhooks/webhook-types.ts';
import { builder } from './builder.ts';

/** GraphQL has no dot in a name: `message.delivered` is `message_delivered`. */
const types = {
  message_delivered: { value: 'message.delivered', description: 'A mail server or a report confirmed a mail.' },
  message_bounced: { value: 'message.bounced', description: 'A mail server rejected a mail for good.' },
  message_complained: { value: 'message.complained', description: 'A recipient marked a mail as spam.' },
  message_suppressed: {
    value: 'message.suppressed',
    description: 'A mail was withheld, since its address is blocked.',
  },
  message_failed: { value: 'message.failed', description: 'A mail was never offered to a mail server.' },
  message_expired: { value: 'message.expired', description: 'No attempt succeeded within 24 hours.' },
  message_replied: { value: 'message.replied', description: 'A person answered a mail.' },
  contact_left_marketing: { value: 'contact.left_marketing', description: 'A person left marketing email.' },
  contact_rejoined_marketing: { value: 'contact.rejoined_marketing', description: 'A person undid an opt-out.' },
  contact_suppressed: {
    value: 'contact.suppressed',
    description: 'An address that a contact holds may no longer be mailed.',
  },
  workspace_health_changed: {
    value: 'workspace.health_changed',
    description: 'The sending level of a workspace changed.',
  },
  sending_domain_changed: {
    value: 'sending_domain.changed',
    description: 'DNS records appeared or vanished, or the domain was replaced.',
  },
} satisfies Readonly<Record<string, { readonly value: WebhookType; readonly description: string }>>;

export const WebhookTypeEnum = builder.enumType('WebhookType', {
  description: 'Occurrences that endpoints subscribe to. Webhooks and REST write them with a dot: message.delivered.',
  values: types,
});

const errors = {
  timeout: { description: 'The endpoint did not answer in time.' },
  tls: { description: 'The TLS handshake failed, for example for an invalid certificate.' },
  dns: { description: 'The host name did not resolve.' },
  address_refused: { description: 'The host name resolved to an address that is not public.' },
  redirect: { description: 'The endpoint answered with a redirect, which is not followed.' },
  connection: { description: 'The connection could not be opened, or broke.' },
  status: { description: 'The endpoint answered with another status than 2xx.' },
} satisfies Readonly<Record<NonNullable<WebhookAttempt['error']>, { readonly description: string }>>;

export const WebhookErrorEnum = builder.enumType('WebhookError', {
  description: 'Causes for which an attempt at a webhook failed.',
  values: errors,
});
