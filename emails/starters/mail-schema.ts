/**
 * The JSON Schemas of files for editors (docs/rules.md#schema-of-mail-files): completion, descriptions and limits, made from the
 * schemas that check a save. A mail is a file such as emails/starters/receipt.json, a layout one such as
 * shop/layouts/default.json.
 */
import { layoutSchema as savedLayout } from '../check/check-layout.ts';
import { headerSchema } from '../check/check-template.ts';
import { compositionSchema, MAX_LAYOUT_BLOCKS } from '../document/composition.ts';
import { block, blockDefinitions, draft, type Json, schemaOf, translationsOf } from './file-schema.ts';
import { starterFile } from './starter.ts';

const madeBy = 'Made by emails/starters/mail-schema.ts (docs/rules.md#schema-of-mail-files).';

export function mailSchema(): Json {
  const file = schemaOf(starterFile);
  const headers: Json = Object(schemaOf(headerSchema).properties);
  const own = { subject: headers.subject, display_name: headers.displayName, reply_to: headers.replyTo };
  const composition = withProperty(schemaOf(compositionSchema), ['document', 'blocks'], { items: block });
  return {
    $schema: draft,
    $comment: madeBy,
    title: 'A mail: the fields of its event type, its template and examples',
    ...withTemplate(file, { ...own, composition, translations: translationsOf() }),
    $defs: { ...Object(file.$defs), ...blockDefinitions() },
  };
}

/** The body of a save of a layout, with the name of its schema. */
export function layoutFileSchema(): Json {
  const { properties, ...file } = schemaOf(savedLayout);
  const part = (description: string) => ({ type: 'array', items: block, maxItems: MAX_LAYOUT_BLOCKS, description });
  return {
    $schema: draft,
    $comment: madeBy,
    title: 'A layout: the header and the footer that mails share',
    ...file,
    properties: {
      $schema: { type: 'string' },
      ...Object(properties),
      locale: { type: 'string', description: 'Language of its own texts; `en` by default.' },
      header: part('Blocks before those of the mail.'),
      footer: part('Blocks after those of the mail.'),
      translations: translationsOf(),
    },
    additionalProperties: false,
    $defs: blockDefinitions(),
  };
}

/** The file with what its template holds. */
function withTemplate(file: Json, properties: Json): Json {
  const names = Object.keys(properties);
  return names.reduce((schema, name) => withProperty(schema, ['template', name], Object(properties[name])), file);
}

/** The schema with more about one property, which may stand within others. */
function withProperty(schema: Json, [name = '', ...rest]: readonly string[], more: Json): Json {
  const properties: Json = Object(schema.properties);
  const present: Json = Object(properties[name]);
  const next = rest.length === 0 ? { ...present, ...more } : withProperty(present, rest, more);
  return { ...schema, properties: { ...properties, [name]: next } };
}
