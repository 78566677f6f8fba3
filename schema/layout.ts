/** Layouts: the header and the footer that templates of a platform share. */
import type { PageWindow } from '../src/ground/lists/keyset.ts';
import { deleteLayout } from '../src/templates/layouts/delete-layout.ts';
import { countLayouts, findLayout, listLayouts, type ShownLayout } from '../src/templates/layouts/find-layout.ts';
import type { LayoutChange } from '../src/templates/layouts/layout-changes.ts';
import { type LayoutPreview, previewLayout } from '../src/templates/layouts/preview-layout.ts';
import { saveLayout } from '../src/templates/layouts/save-layout.ts';
import { flattenList } from '../src/templates/typed-composition.ts';
import { builder, tenant } from './builder.ts';
import { Block } from './composition-blocks.ts';
import { keysetConnection } from './connection.ts';
import { workCost } from './field-cost.ts';
import { LayoutSaveInput, layoutInputOf } from './layout-save-input.ts';
import { fromArg, untilArg } from './time-range.ts';
import { withinAnswer } from './within-answer.ts';

const byName = { keyOf: ({ name }: ShownLayout) => name, pattern: /^[a-z0-9][a-z0-9_-]{0,63}$/ };
const nameArgument = 'Name of the layout, such as default.';

const Layout = builder.objectRef<ShownLayout>('Layout').implement({
  description: 'Header and footer that templates share: they stand around the blocks of each template that names it.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name by which `settings.layout` of a template names it.' }),
    version: t.exposeInt('version', { description: 'Counts the changes of the layout, from 1.' }),
    locale: t.string({
      description: "Language of the layout's own texts, such as en.",
      resolve: ({ content }) => content.locale,
    }),
    header: t.field({
      type: ['JSON'],
      complexity: { field: workCost.examples, multiplier: 0 },
      description: 'Blocks before those of the template, as in `document.blocks`. Costs as much as 10 fields.',
      resolve: ({ content }) => [...content.header],
    }),
    footer: t.field({
      type: ['JSON'],
      complexity: { field: workCost.examples, multiplier: 0 },
      description: 'Blocks after those of the template, as in `document.blocks`. Costs as much as 10 fields.',
      resolve: ({ content }) => [...content.footer],
    }),
    headerBlocks: t.field({
      type: [Block],
      complexity: { field: workCost.templateContent, multiplier: 10 },
      description:
        'The header in types, each block before those inside it. Costs as much as 40 fields, and 10 for each selected one.',
      resolve: ({ content }) => [...flattenList(content.header)],
    }),
    footerBlocks: t.field({
      type: [Block],
      complexity: { field: workCost.templateContent, multiplier: 10 },
      description:
        'The footer in types, each block before those inside it. Costs as much as 40 fields, and 10 for each selected one.',
      resolve: ({ content }) => [...flattenList(content.footer)],
    }),
    translations: t.field({
      type: 'JSON',
      complexity: workCost.examples,
      description: 'Translations by locale, then by field id: {text, source}. Costs as much as 10 fields.',
      resolve: ({ content }) => content.translations,
    }),
    usedBy: t.stringList({
      description: 'Names of the event types whose template uses it, sorted; the first 100.',
      resolve: ({ usedBy }) => [...usedBy],
    }),
    uses: t.exposeInt('uses', { description: 'Number of templates that use it.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the first save.' }),
    updatedAt: t.expose('savedAt', { type: 'DateTime', description: 'Time of the save of this version.' }),
  }),
});

builder.queryFields((t) => ({
  layout: t.field({
    type: Layout,
    description: 'Reads a layout; not_found when the platform has none of this name.',
    args: {
      name: t.arg.string({ required: true, description: nameArgument }),
      version: t.arg.int({ description: 'Number of an older version; the present one when left out.' }),
    },
    resolve: (_root, wanted, viewer) => withinAnswer(viewer, () => findLayout(tenant(viewer), wanted)),
  }),
  layouts: t.connection(
    {
      type: Layout,
      description: 'The layouts of the platform, by name.',
      args: { from: t.arg(fromArg), until: t.arg(untilArg) },
      resolve: (_root, { from, until, ...args }, viewer) => {
        const times = { from, until };
        const read = (window: PageWindow) => withinAnswer(viewer, () => listLayouts(tenant(viewer), times, window));
        const count = (limit: number) => countLayouts(tenant(viewer), times, limit);
        return keysetConnection(args, { query: {}, read, count }, byName);
      },
    },
    { name: 'LayoutConnection' },
    { name: 'LayoutEdge' },
  ),
}));

const LayoutSavePayload = builder
  .objectRef<{ readonly name: string; readonly created: boolean }>('LayoutSavePayload')
  .implement({
    description: 'The saved layout, and whether the platform had none of this name before.',
    fields: (t) => ({
      created: t.exposeBoolean('created', { description: 'Whether the platform had no layout of this name before.' }),
      layout: t.field({
        type: Layout,
        description: 'Header and footer after the save, with the number of their version.',
        resolve: ({ name }, _args, viewer) => withinAnswer(viewer, () => findLayout(tenant(viewer), { name })),
      }),
    }),
  });

const LayoutDeletePayload = builder.objectRef<{ readonly name: string }>('LayoutDeletePayload').implement({
  description: 'The layout that does not exist any more.',
  fields: (t) => ({
    deletedLayoutName: t.exposeString('name', { description: 'A name that templates can no longer take.' }),
  }),
});

builder.mutationFields((t) => ({
  layoutSave: t.field({
    type: LayoutSavePayload,
    description:
      'Saves the next version of a layout; a platform has at most 20. Mails of later emits have it, without a save of their templates. Errors: version_conflict, translations_outdated, layout_breaks_templates, layout_ceiling_reached.',
    args: {
      name: t.arg.string({
        required: true,
        description: 'Name of the layout: at most 64 lower-case letters, digits, _ or -.',
      }),
      input: t.arg({ type: LayoutSaveInput, required: true, description: 'Header, footer and their translations.' }),
    },
    resolve: (_root, { name, input }, viewer) => saveLayout(tenant(viewer), { name, input: layoutInputOf(input) }),
  }),
  layoutDelete: t.field({
    type: LayoutDeletePayload,
    description: 'Deletes a layout that no template uses. Mails of before keep it. Errors: not_found, layout_in_use.',
    args: { name: t.arg.string({ required: true, description: nameArgument }) },
    resolve: async (_root, { name }, viewer) => ({ name: await deleteLayout(tenant(viewer), name) }),
  }),
}));

const LayoutChangeRef = builder.objectRef<LayoutChange>('LayoutChange').implement({
  description:
    'One template before and after a change of its layout, rendered with the first example of the event type.',
  fields: (t) => ({
    eventType: t.exposeString('eventType', {
      description: 'The type whose template was compared, such as order.shipped.',
    }),
    differs: t.stringList({
      description: 'Languages whose mail would look different; empty: none.',
      resolve: ({ differs }) => [...differs],
    }),
    breaks: t.stringList({
      description: 'Sentences about what would break, each after its language; the save refuses them.',
      resolve: ({ breaks }) => [...breaks],
    }),
  }),
});

const LayoutMail = builder.objectRef<LayoutPreview['mail']>('LayoutMail').implement({
  description: 'A mail with a layout; it is not sent.',
  fields: (t) => ({
    subject: t.exposeString('subject', { description: 'Rendered subject line.' }),
    html: t.exposeString('html', { description: 'Rendered body as a whole HTML document.' }),
    text: t.exposeString('text', { description: 'The plain text part.' }),
  }),
});

const LayoutPreviewRef = builder.objectRef<LayoutPreview>('LayoutPreview').implement({
  description: 'A layout before it is saved: a mail with it, and the templates that use the layout of this name.',
  fields: (t) => ({
    uses: t.exposeInt('uses', { description: 'Number of templates that use the layout.' }),
    changes: t.field({
      type: [LayoutChangeRef],
      description:
        'The compared templates, by event type: at most 100, and fewer where comparing takes longer than five seconds.',
      resolve: ({ changes }) => [...changes],
    }),
    mail: t.field({
      type: LayoutMail,
      description: 'The mail of `eventType` with the layout; a starter when left out.',
      resolve: ({ mail }) => mail,
    }),
  }),
});

builder.queryField('layoutPreview', (t) =>
  t.field({
    type: LayoutPreviewRef,
    complexity: { field: workCost.templateCheck, multiplier: 1 },
    description:
      'Shows what a layout that need not be saved makes of the templates that use the layout of its name. Rejects what layoutSave rejects. Costs as much as 4,000 fields.',
    args: {
      name: t.arg.string({ required: true, description: nameArgument }),
      input: t.arg({ type: LayoutSaveInput, required: true, description: 'The layout, checked as a save checks it.' }),
      eventType: t.arg.string({ description: 'Event type whose mail is shown; a starter when left out.' }),
      locale: t.arg.string({ description: "Language of the shown mail; the template's own when left out." }),
    },
    resolve: (_root, { input, ...args }, viewer) =>
      withinAnswer(viewer, () => previewLayout(tenant(viewer), { ...args, input: layoutInputOf(input) })),
  }),
);
