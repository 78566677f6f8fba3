/**
 * A starter: one file of emails/starters/ with the fields of an event type, its template in the spelling of a template
 * save, and example payloads, which may belong to a language. Designers edit starters; `email:push` and `email:pull` copy them to a running service and
 * back.
 */
import { z } from 'zod';
import { type CheckedTemplate, checkTemplate } from '../check/check-template.ts';
import { compileTemplate } from '../compile/compile.tsx';
import type { Brand } from '../document/brand.ts';
import type { LayoutContent } from '../document/layout-content.ts';
import type { LookName } from '../document/looks.ts';
import { type EventField, fieldTypes, scalarTypes, type TemplateContent } from '../document/template.ts';
import { exampleIn } from '../language/example-in.ts';
import { fallbacksOf } from '../language/fallbacks.ts';
import { type RenderedTemplate, renderTemplate } from '../render/render.ts';
import { type SampleAttribute, sampleValues } from '../render/sample-values.ts';

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

const example = z.strictObject({
  name: z.string(),
  /** The language of its values; absent: they suit any. */
  locale: z.string().exactOptional(),
  payload: z.record(z.string(), z.unknown()),
});

export const starterFile = z.strictObject({
  /** The schema by which an editor knows the file. */
  $schema: z.string().exactOptional(),
  fields: z.array(field),
  template: z.looseObject({
    subject: z.unknown(),
    from_local_part: z.string(),
    display_name: z.unknown().default(null),
    reply_to: z.unknown().default(null),
    locale: z.string(),
    composition: z.unknown(),
    translations: z.record(z.string(), z.unknown()).default({}),
  }),
  examples: z.tuple([example], example),
  /** The version that a pulled file was made from. A push to the same event type sends it as the base version. */
  pulled_from: z.strictObject({ service: z.string(), event_type: z.string(), version: z.int().min(1) }).exactOptional(),
});

/** Files that were pulled before event types had examples have one without a name. */
const starterSchema = z.preprocess((json) => {
  if (typeof json !== 'object' || json === null || !('sample' in json) || 'examples' in json) return json;
  const { sample, ...file } = json;
  return { ...file, examples: [{ name: 'Sample', ...Object(sample) }] };
}, starterFile);

export type Starter = z.output<typeof starterFile>;
export type StarterExample = Starter['examples'][number];

/** @throws Error that names the faults of the file. */
export function readStarter(json: unknown): Starter {
  const parsed = starterSchema.safeParse(json);
  if (!parsed.success) throw new Error(faultsOf(parsed.error));
  return parsed.data;
}

function faultsOf({ issues }: z.ZodError): string {
  return issues
    .map(({ path, message }) => [...(path.length > 0 ? [path.join('.')] : []), message].join(': '))
    .join('; ');
}

/** Checks a starter's template like a save. `attributes`: those of the service that it is from. */
export function checkStarter(
  { fields, template }: Pick<Starter, 'fields' | 'template'>,
  attributes: readonly SampleAttribute[] = [],
): CheckedTemplate {
  const { subject, display_name: displayName, reply_to: replyTo, locale, composition, translations } = template;
  return checkTemplate(
    { subject, displayName, replyTo, locale, composition, translations },
    { fields, attributes: attributes.map(({ key }) => key) },
  );
}

/** Returns the content of a starter's template; throws with every fault. */
export function starterContent(starter: Starter, attributes?: readonly SampleAttribute[]): TemplateContent {
  const checked = checkStarter(starter, attributes);
  if (checked.ok) return checked.content;
  const faults = Object.entries(checked.errors).map(([path, messages]) => `  ${path}: ${messages.join(' ')}`);
  throw new Error(`The template cannot be saved:\n${faults.join('\n')}`);
}

/** Returns an example for a file that has none yet. */
export function sampleExample(fields: Starter['fields']): StarterExample {
  return { name: 'Sample', payload: { ...sampleValues(fields, []).event } };
}

/** The sender in every example, whose name their payloads have too. */
const SENDER = 'Harbour';

export interface StarterView {
  readonly locale: string;
  /** Without one that of the language, else the first. */
  readonly example?: StarterExample | undefined;
  readonly brand?: Brand | null;
  /** In place of the look that the template names. */
  readonly look?: LookName | null;
  /** The layout that the template names; null: none is shown. */
  readonly layout?: LayoutContent | null;
  readonly attributes?: readonly SampleAttribute[];
}

/** Renders a starter by the code that sends; throws as `starterContent` does. */
export async function renderStarter(starter: Starter, view: StarterView): Promise<RenderedTemplate> {
  const {
    locale,
    example = exampleIn(starter.examples, locale) ?? starter.examples[0],
    brand = null,
    look = null,
    layout = null,
    attributes = [],
  } = view;
  const { fields } = starter;
  const content = starterContent(starter, attributes);
  const compiled = await compileTemplate(look === null ? content : withLook(content, look), locale, brand, layout);
  const { system, ...sample } = sampleValues(fields, attributes);
  const values = { ...sample, system: { ...system, workspace_name: SENDER }, event: example.payload };
  return renderTemplate(compiled, values, { locale, timezone: 'UTC', fallbacks: fallbacksOf(fields) });
}

function withLook(content: TemplateContent, look: LookName): TemplateContent {
  const { document } = content.composition;
  const theme = { ...document.theme, look };
  return { ...content, composition: { ...content.composition, document: { ...document, theme } } };
}
