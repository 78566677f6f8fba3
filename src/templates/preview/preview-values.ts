import { sampleValues, type TemplateValues } from '../../../emails/index.ts';
import { attributeFaults, mergeAttributes } from '../../contacts/attribute-values.ts';
import { loadDefinitions } from '../../contacts/load-contacts.ts';
import type { Ctx } from '../../context.ts';
import { checkPayload } from '../../event-types/check-payload.ts';
import type { EventField } from '../../event-types/event-field.ts';
import { type FieldErrors, invalid } from '../../ground/errors/errors.ts';
import type { PreviewInput } from './preview-input.ts';

/**
 * Returns the values of a preview: the given payload and contact, and samples for the rest. Rejects with
 * `validation_failed`.
 */
export async function previewValues(
  ctx: Ctx,
  fields: readonly EventField[],
  { payload, contact }: Pick<PreviewInput, 'payload' | 'contact'>,
): Promise<TemplateValues> {
  const definitions = await loadDefinitions(ctx.app.db.pool, ctx.platformId);
  const attributes = contact?.attributes ?? null;
  const faults: FieldErrors = {
    ...(payload ? checkPayload(fields, payload) : {}),
    ...(attributes ? below('contact', attributeFaults(definitions, attributes, false)) : {}),
  };
  if (Object.keys(faults).length > 0) throw invalid(faults);
  const sample = sampleValues(
    fields,
    [...definitions].map(([key, { type }]) => ({ key, type })),
  );
  return {
    event: payload ?? sample.event,
    attributes: attributes ? mergeAttributes({}, attributes) : sample.attributes,
    contact: { ...sample.contact, ...(contact?.email ? { email: contact.email } : {}) },
    system: { ...sample.system, sent_on: ctx.app.clock.now().toISOString() },
  };
}

function below(path: string, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([key, messages]) => [`${path}.${key}`, messages]));
}
