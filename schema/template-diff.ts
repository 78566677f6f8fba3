/** Differences between two versions of a template, or between a version and a draft. */
import { diffDraft, diffVersions } from '../src/templates/versions/diff-versions.ts';
import { builder, tenant } from './builder.ts';
import { workCost } from './field-cost.ts';
import { withinAnswer } from './within-answer.ts';

type Diff = Awaited<ReturnType<typeof diffVersions>>;
type TextChange = Diff['texts'][number];
type BlockChange = Diff['blocks'][number];
type ValueChange = Diff['values'][number];

const changes = {
  added: { description: 'The later side alone has it.' },
  removed: { description: 'The earlier side alone has it.' },
  changed: { description: 'Both sides have it, with different values.' },
};

const TextChangeKind = builder.enumType('TemplateTextChangeKind', {
  description: 'Ways in which a text can differ.',
  values: changes,
});

const BlockChangeKind = builder.enumType('TemplateBlockChangeKind', {
  description: 'Ways in which a block can differ, apart from its texts.',
  values: { ...changes, moved: { description: 'The block is the same, in another place of the document.' } },
});

const TextChangeRef = builder.objectRef<TextChange>('TemplateTextChange').implement({
  description: 'A text that differs in one language. An empty text counts as absent.',
  fields: (t) => ({
    change: t.expose('change', { type: TextChangeKind, description: 'Whether the text is new, gone or different.' }),
    fieldId: t.exposeString('fieldId', {
      description: 'Id of the text, as in translations: subject, display_name, preheader, or such as title.text.',
    }),
    blockId: t.exposeID('blockId', {
      nullable: true,
      description: 'Block that holds the text; null outside of blocks.',
    }),
    locale: t.exposeString('locale', { description: 'Language tag, such as pt-BR.' }),
    before: t.exposeString('before', { nullable: true, description: 'Words on the earlier side; null: none.' }),
    after: t.exposeString('after', { nullable: true, description: 'Words on the later side; null: none.' }),
  }),
});

const ValueChangeRef = builder.objectRef<ValueChange>('TemplateValueChange').implement({
  description: 'A value that differs, beside the texts that can be translated.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Name of an attribute, such as href; outside of blocks such as settings.width or fromLocalPart.',
    }),
    before: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Value on the earlier side; null: none.',
      resolve: ({ before }) => before ?? null,
    }),
    after: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Value on the later side; null: none.',
      resolve: ({ after }) => after ?? null,
    }),
  }),
});

const BlockChangeRef = builder.objectRef<BlockChange>('TemplateBlockChange').implement({
  description: 'A block that differs by more than its texts.',
  fields: (t) => ({
    change: t.expose('change', {
      type: BlockChangeKind,
      description: 'Whether the block is new, gone, moved or different.',
    }),
    blockId: t.exposeID('id', { description: 'Identifier that the author gave to it.' }),
    type: t.exposeString('type', { description: 'Name of the block type, such as heading.' }),
    attributes: t.field({
      type: [ValueChangeRef],
      description: 'Attributes that differ; empty unless the change is `changed`.',
      resolve: ({ attributes }) => [...attributes],
    }),
  }),
});

const TemplateDiffRef = builder.objectRef<Diff>('TemplateDiff').implement({
  description: 'Differences between an earlier and a later side.',
  fields: (t) => ({
    texts: t.field({
      type: [TextChangeRef],
      description: "Texts that differ, at most 1,000, in the order of the document; the template's own language first.",
      resolve: ({ texts }) => [...texts],
    }),
    textsOmitted: t.exposeInt('textsOmitted', {
      description: 'Number of further texts that differ; the argument `locale` shows those of one language.',
    }),
    blocks: t.field({
      type: [BlockChangeRef],
      description: 'Blocks that differ otherwise, in the order of the later document; removed ones last.',
      resolve: ({ blocks }) => [...blocks],
    }),
    values: t.field({
      type: [ValueChangeRef],
      description: 'Values outside of blocks that differ: sender, reply-to, language, settings and theme.',
      resolve: ({ values }) => [...values],
    }),
  }),
});

const localeArgument = 'Language whose texts are compared; all by default.';

builder.queryFields((t) => ({
  templateDiff: t.field({
    type: TemplateDiffRef,
    complexity: { field: workCost.templateDiff, multiplier: 1 },
    description: 'Compares two versions of a template. Costs as much as 500 fields.',
    args: {
      eventType: t.arg.string({ required: true, description: 'Name of the event type whose template is compared.' }),
      from: t.arg.int({ required: true, description: 'Number of the version on the earlier side.' }),
      to: t.arg.int({ required: true, description: 'Number of the version on the later side.' }),
      locale: t.arg.string({ description: localeArgument }),
    },
    resolve: (_root, { eventType, from, to, locale }, viewer) =>
      withinAnswer(viewer, () => diffVersions(tenant(viewer), { eventType, from, to, locale: locale ?? null })),
  }),
  templateDraftDiff: t.field({
    type: TemplateDiffRef,
    complexity: { field: workCost.templateDiff, multiplier: 1 },
    description: 'Compares a saved version with a draft. Costs as much as 500 fields.',
    args: {
      id: t.arg.id({ required: true, description: 'Id of the draft on the later side.' }),
      version: t.arg.int({
        description: 'Number of the version on the earlier side. Default: the version that the draft began from.',
      }),
      locale: t.arg.string({ description: localeArgument }),
    },
    resolve: (_root, { id, version, locale }, viewer) =>
      withinAnswer(viewer, () => diffDraft(tenant(viewer), { id, version: version ?? null, locale: locale ?? null })),
  }),
}));
