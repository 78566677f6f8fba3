/**
 * A starter: one file of emails/starters/ with the fields of an event type, its template in the spelling of a template
 * save, and a sample payload. Designers edit starters; `email:push` and `email:pull` copy them to a running service and
 * back.
 */
import { z } from 'zod';
import { checkTemplate } from '../check/check-template.ts';
import { compileTemplate } from '../compile/compile.tsx';
import { type EventField, fieldTypes, scalarTypes, type TemplateContent } from '../document/template.ts';
import { fallbacksOf } from '../language/fallbacks.ts';
import { type RenderedTemplate, renderTemplate } from '../render/render.ts';
import { sampleValues } from '../render/sample-values.ts';

const field: z.ZodType<EventField> = z.object({
  name: z.string(),
  type: z.enum(fieldTypes),
  required: z.boolean(),
  fallback: z.string().nullable().default(null),
  get fields() {
    return z.array(field).exactOptional();
  },
  items: z.object({ type: z.enum(scalarTypes) }).exactOptional(),
});

const starterSchema = z.strictObject({
  fields: z.array(field),
  template: z.looseObject({
    subject: z.unknown(),
    from_local_part: z.string(),
    display_name: z.unknown(),
    reply_to: z.unknown(),
    locale: z.string(),
    composition: z.unknown(),
    translations: z.record(z.string(), z.unknown()).default({}),
  }),
  sample: z.strictObject({ payload: z.record(z.string(), z.unknown()) }),
  /** The version that a pulled file was made from. A push to the same event type sends it as the base version. */
  pulled_from: z.strictObject({ service: z.string(), event_type: z.string(), version: z.int().min(1) }).exactOptional(),
});

export type Starter = z.output<typeof starterSchema>;

/** @throws Error that names the faults of the file. */
export function readStarter(json: unknown): Starter {
  const parsed = starterSchema.safeParse(json);
  if (!parsed.success) throw new Error(`Invalid starter:\n${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Returns the content of a starter's template, checked like a save; throws with every fault. */
export function starterContent({ fields, template }: Starter): TemplateContent {
  const { subject, display_name: displayName, reply_to: replyTo, locale, composition, translations } = template;
  const checked = checkTemplate(
    { subject, displayName, replyTo, locale, composition, translations },
    { fields, attributes: [] },
  );
  if (checked.ok) return checked.content;
  const faults = Object.entries(checked.errors).map(([path, messages]) => `  ${path}: ${messages.join(' ')}`);
  throw new Error(`The template cannot be saved:\n${faults.join('\n')}`);
}

/** Returns a payload for a file that has none yet. */
export function samplePayload(fields: Starter['fields']): Starter['sample']['payload'] {
  return { ...sampleValues(fields, []).event };
}

/** Renders a starter with its own sample, by the code that sends. */
export async function renderStarter(starter: Starter, locale: string): Promise<RenderedTemplate> {
  const { fields, sample } = starter;
  const compiled = await compileTemplate(starterContent(starter), locale);
  const values = { ...sampleValues(fields, []), event: sample.payload };
  return renderTemplate(compiled, values, { locale, timezone: 'UTC', fallbacks: fallbacksOf(fields) });
}
