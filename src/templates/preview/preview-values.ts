import { sampleValues, type TemplateValues } from '../../../emails/index.ts';
import { attributeFaults, mergeAttributes } from '../../contacts/attribute-values.ts';
import { loadDefinitions } from '../../contacts/load-contacts.ts';
import type { Ctx } from '../../context.ts';
import { checkPayload } from '../../event-types/check-payload.ts';
import type { EventTypeExample } from '../../event-types/event-type-examples.ts';
import { usualExample } from '../../event-types/saved-examples.ts';
import type { TemplateScope } from '../../event-types/template-scope.ts';
import { type FieldErrors, invalid } from '../../ground/errors/errors.ts';
import { didYouMean } from '../../ground/input/near-name.ts';
import type { PreviewInput } from './preview-input.ts';

export interface PreviewScope extends TemplateScope {
  /** The examples of the event type, also those that its fields no longer accept. */
  readonly examples: readonly EventTypeExample[];
}

/**
 * Returns the values of a preview: the given payload, or that of the named example, and the given contact; for the rest
 * an example that the fields accept, of the asked language where there is one, and samples. Rejects with `validation_failed`.
 */
export async function previewValues(
  ctx: Ctx,
  { fields, examples }: Pick<PreviewScope, 'fields' | 'examples'>,
  {
    payload: sent,
    contact,
    example,
    locale,
  }: Partial<Pick<PreviewInput, 'payload' | 'contact' | 'example' | 'locale'>>,
): Promise<TemplateValues> {
  const definitions = await loadDefinitions(ctx.app.db.pool, ctx.platformId);
  const attributes = contact?.attributes ?? null;
  const named = example == null ? null : examples.find(({ name }) => name === example);
  const payload = sent ?? named?.payload;
  const faults: FieldErrors = {
    ...(named === undefined ? { example: [noExample(example ?? '', examples)] } : {}),
    ...(payload ? underExample(sent ? null : named, checkPayload(fields, payload)) : {}),
    ...(attributes ? below('contact', attributeFaults(definitions, attributes, false)) : {}),
  };
  if (Object.keys(faults).length > 0) throw invalid(faults);
  const sample = sampleValues(
    fields,
    [...definitions].map(([key, { type }]) => ({ key, type })),
  );
  return {
    event: payload ?? usualExample(fields, examples, locale)?.payload ?? sample.event,
    attributes: attributes ? mergeAttributes({}, attributes) : sample.attributes,
    contact: { ...sample.contact, ...(contact?.email ? { email: contact.email } : {}) },
    system: { ...sample.system, sent_on: ctx.app.clock.now().toISOString() },
  };
}

function noExample(name: string, examples: readonly EventTypeExample[]): string {
  const names = examples.map(({ name: known }) => known);
  return `is the name of no example of this event type${didYouMean(name, names)}`;
}

/** The fields have changed since the example was saved. */
function underExample(named: EventTypeExample | null | undefined, faults: FieldErrors): FieldErrors {
  if (named == null || Object.keys(faults).length === 0) return faults;
  const told = Object.entries(faults).map(([path, messages]) => `${path} ${messages.join(' ')}`);
  return { example: [`no longer suits the fields of the event type: ${told.join('; ')}`] };
}

function below(path: string, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([key, messages]) => [`${path}.${key}`, messages]));
}
