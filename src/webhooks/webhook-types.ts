import { z } from 'zod';
import { DomainError } from '../ground/errors/errors.ts';
import { didYouMean } from '../ground/input/near-name.ts';

/** Types that an endpoint can subscribe to (docs/rules.md#webhook-types). */
export const webhookTypes = [
  'message.delivered',
  'message.bounced',
  'message.complained',
  'message.suppressed',
  'message.failed',
  'message.expired',
  'message.replied',
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

/** Types in one request, repeated ones counted. */
const typesMax = 100;

/** Types as a request has them. `knownTypes` rejects unknown ones, with a code of its own. */
export const endpointTypes = z
  .array(z.unknown(), 'must be an array')
  .min(1, 'must name at least one')
  // Counted before any item is checked.
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
