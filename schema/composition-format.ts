/** The composition format as data: what an editor needs to make its forms. */
import { templateFormat } from '../src/templates/composition-format.ts';
import { builder } from './builder.ts';

type Format = ReturnType<typeof templateFormat>;
type Block = Format['blocks'][number];
type Text = Block['texts'][number];
type Field = Block['attributes'][number];
type Form = Field['forms'][number];

const ValueType = builder.enumType('CompositionValueType', {
  description: 'JSON types of a value in a composition.',
  values: {
    string: { description: 'Unicode text.' },
    number: { description: 'A finite number, with or without decimals.' },
    integer: { description: 'A number without decimals.' },
    boolean: { description: 'True or false.' },
    array: { description: 'A list of objects, whose members `fields` describes.' },
  },
});

const ValueFormat = builder.enumType('CompositionValueFormat', {
  description: 'Meanings of a value, for which an editor has a control of its own.',
  values: {
    color: { description: 'A colour such as #1a2b3c.' },
    pixels: { description: 'A length, with or without decimals.' },
    font_family: { description: 'Font families in order of preference, separated by commas.' },
    variable: { description: 'Path of a variable, without braces, such as event.is_gift.' },
    list: { description: 'Path of a list, without braces, such as event.items.' },
    item_name: { description: 'A name that the author gives to the item of a list.' },
  },
});

const TextKind = builder.enumType('CompositionTextKind', {
  description: 'Kinds of texts that can hold merge tags.',
  values: {
    plain: { description: 'Text without marks.' },
    inline: { description: 'Text with **bold**, _italic_, [links](https://example.com) and line breaks.' },
    items: { description: 'One item a line, each with the marks of `inline`.' },
    html: { description: 'Markup, which is sanitised.' },
    href: { description: 'Target of a link, the same in every language.' },
    src: { description: 'Address of a picture, the same in every language.' },
  },
});

const BlockHolds = builder.enumType('CompositionBlockHolds', {
  description: 'Contents of a block beside its attributes.',
  values: {
    nothing: { description: 'Attributes alone.' },
    children: { description: 'Further blocks, from top to bottom.' },
    columns: { description: 'Objects {id, width, attrs, children} in `columns`.' },
  },
});

const FieldRef = builder.objectRef<Field>('CompositionField');

const FieldForm = builder.objectRef<Form>('CompositionFieldForm').implement({
  description: 'One kind of value that a field takes, with its limits.',
  fields: (t) => ({
    type: t.expose('type', { type: ValueType, description: 'JSON type that the value must have.' }),
    format: t.expose('format', {
      type: ValueFormat,
      nullable: true,
      description: 'Meaning of the value, such as color; null for a value of no special meaning.',
    }),
    values: t.field({
      type: ['JSON'],
      nullable: true,
      description: 'Allowed values; null where every value within the limits is allowed.',
      resolve: ({ values }) => (values === null ? null : [...values]),
    }),
    minimum: t.exposeFloat('minimum', { nullable: true, description: 'Smallest number; null: no limit.' }),
    maximum: t.exposeFloat('maximum', { nullable: true, description: 'Largest number; null: no limit.' }),
    minLength: t.exposeInt('minLength', { nullable: true, description: 'Fewest characters of a string; null: none.' }),
    maxLength: t.exposeInt('maxLength', {
      nullable: true,
      description: 'Most characters of a string, in UTF-16 units; null: no limit but the size of the template.',
    }),
    pattern: t.exposeString('pattern', {
      nullable: true,
      description: 'Regular expression of JavaScript, without flags, that a string must match; null: none.',
    }),
    minItems: t.exposeInt('minItems', { nullable: true, description: 'Fewest entries of an array; null: none.' }),
    maxItems: t.exposeInt('maxItems', { nullable: true, description: 'Most entries of an array; null: no limit.' }),
    fields: t.field({
      type: [FieldRef],
      nullable: true,
      complexity: { field: 1, multiplier: 1 },
      description: 'Members of each object of an array; null for other types.',
      resolve: ({ fields }) => (fields === null ? null : [...fields]),
    }),
  }),
});

FieldRef.implement({
  description: 'A named value of a composition.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Key in the JSON, such as background_color.' }),
    description: t.exposeString('description', { description: 'Effect on the mail, as a sentence for authors.' }),
    required: t.exposeBoolean('required', { description: 'Whether a save without the field is rejected.' }),
    nullable: t.exposeBoolean('nullable', { description: 'Whether null stands for a field that is left out.' }),
    default: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Value that counts when the field is left out; null where there is none.',
      resolve: (field) => field.default,
    }),
    forms: t.field({
      type: [FieldForm],
      complexity: { field: 1, multiplier: 2 },
      description: 'Kinds of values that the field takes; a value must fit one of them.',
      resolve: ({ forms }) => [...forms],
    }),
  }),
});

const BlockText = builder.objectRef<Text>('CompositionText').implement({
  description: 'A text of a block, in which merge tags may stand.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Attribute that holds the text, such as label; columns.cell is the cell of each column.',
    }),
    kind: t.expose('kind', { type: TextKind, description: 'Marks that the text may hold beside merge tags.' }),
    localizable: t.exposeBoolean('localizable', {
      description: 'Whether translations may replace the text; links are the same in every language.',
    }),
    readsItem: t.exposeBoolean('readsItem', {
      description: "Whether merge tags here can read the item of the block's own list.",
    }),
  }),
});

const BlockTypeRef = builder.objectRef<Block>('CompositionBlockType').implement({
  description: 'A type of block, with everything that a form for it shows.',
  fields: (t) => ({
    type: t.exposeString('type', { description: 'Name in the JSON, such as heading.' }),
    purpose: t.exposeString('purpose', { description: 'Look of the block in a mail, as a sentence for authors.' }),
    holds: t.expose('holds', { type: BlockHolds, description: 'Other blocks that the block may contain.' }),
    repeats: t.exposeBoolean('repeats', {
      description: 'Whether the block is shown for each item of a list, whose name merge tags inside can read.',
    }),
    attributes: t.field({
      type: [FieldRef],
      description: 'Members of `attrs`, in the order of a form.',
      resolve: ({ attributes }) => [...attributes],
    }),
    columnAttributes: t.field({
      type: [FieldRef],
      nullable: true,
      description: 'Members of `attrs` of each column; null for a block without columns.',
      resolve: ({ columnAttributes }) => (columnAttributes === null ? null : [...columnAttributes]),
    }),
    texts: t.field({
      type: [BlockText],
      description: 'Attributes that can hold merge tags.',
      resolve: ({ texts }) => [...texts],
    }),
    example: t.field({
      type: 'JSON',
      description: 'A whole block with its id, valid for an event type that has the fields it reads.',
      resolve: ({ example }) => example,
    }),
  }),
});

const FormatLimits = builder.objectRef<Format['limits']>('CompositionLimits').implement({
  description: 'Limits of a whole template, beside those of its fields.',
  fields: (t) => ({
    bytes: t.exposeInt('bytes', { description: 'UTF-8 bytes of a template as JSON.' }),
    blocks: t.exposeInt('blocks', { description: 'Blocks of one document, those inside others included.' }),
    depth: t.exposeInt('depth', { description: 'Levels of blocks inside each other.' }),
    columns: t.exposeInt('columns', { description: 'Places side by side in one columns block.' }),
    textLength: t.exposeInt('textLength', { description: 'Characters of one translation.' }),
    parts: t.exposeInt('parts', { description: 'Merge tags, marks and line breaks of one language.' }),
    htmlLength: t.exposeInt('htmlLength', { description: 'Characters of one html block.' }),
    htmlDepth: t.exposeInt('htmlDepth', { description: 'Nested elements of one html block.' }),
    htmlTags: t.exposeInt('htmlTags', { description: 'Signs `<` in one html block.' }),
    locales: t.exposeInt('locales', { description: 'Languages of one template beside its own.' }),
  }),
});

const CompositionFormat = builder.objectRef<Format>('CompositionFormat').implement({
  description: 'The composition format: every block, setting and limit that templateSave checks.',
  fields: (t) => ({
    editorVersion: t.exposeInt('editorVersion', { description: 'Number of the format, which a composition names.' }),
    headers: t.field({
      type: [FieldRef],
      description: 'Texts of a template beside its composition: subject, displayName and replyTo.',
      resolve: ({ headers }) => [...headers],
    }),
    settings: t.field({
      type: [FieldRef],
      description: 'Members of `document.settings`.',
      resolve: ({ settings }) => [...settings],
    }),
    theme: t.field({
      type: [FieldRef],
      description: 'Members of `document.theme`: colours, type and spacing.',
      resolve: ({ theme }) => [...theme],
    }),
    blocks: t.field({
      type: [BlockTypeRef],
      description: 'Types of blocks that `document.blocks` may contain.',
      resolve: ({ blocks }) => [...blocks],
    }),
    limits: t.field({
      type: FormatLimits,
      description: 'Limits of a whole template.',
      resolve: ({ limits }) => limits,
    }),
  }),
});

builder.queryField('compositionFormat', (t) =>
  t.field({
    type: CompositionFormat,
    description: 'Describes the format of compositions, so that an editor can generate its forms.',
    resolve: () => templateFormat(),
  }),
);
