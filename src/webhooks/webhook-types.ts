import { z } from 'zod';
import { DomainError } from '../errors.ts';
import { didYouMean } from '../near-name.ts';

/** What an endpoint can subscribe to (contract, Events: Types). */
export const webhookTypes = [
  'message.delivered',
  'message.bounced',
  'message.complained',
  'message.suppressed',
  'message.failed',
  'message.expired',
  'contact.left_marketing',
  'contact.rejoined_marketing',
  'contact.suppressed',
  'workspace.health_changed',
  'sending_domain.changed',
] as const;

export type WebhookType = (typeof webhookTypes)[number];

export function isWebhookType(text: string): text is WebhookType {
  return webhookTypes.some((type) => type === text);
}

/** Types of one request; a type may stand there more than once. */
const typesMax = 100;

/** Types as an endpoint is given them; whether they are known is `knownTypes`' to say, with a code of its own. */
export const endpointTypes = z
  .array(z.unknown(), 'must be an array')
  .min(1, 'must name at least one')
  // Counted before any of them is looked at.
  .max(typesMax, { error: `must have at most ${typesMax} types`, abort: true })
  .pipe(z.array(z.string('must be a string')));

function unknownType(type: string): string {
  return `is not a webhook type${didYouMean(type, webhookTypes) || `; the types are ${webhookTypes.join(', ')}`}`;
}

/** The types, each once, in the order given. Refuses `unknown_type` under `types.<position>`. */
export function knownTypes(types: readonly string[]): readonly WebhookType[] {
  const unknown = [...types.entries()].filter(([, type]) => !isWebhookType(type));
  if (unknown.length > 0) {
    const errors = unknown.map(([position, type]) => [`types.${position}`, [unknownType(type)]]);
    throw new DomainError('unknown_type', undefined, { errors: Object.fromEntries(errors) });
  }
  return [...new Set(types.filter(isWebhookType))];
}
