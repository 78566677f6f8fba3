/** The merge tags of an event type: what an editor offers to insert. */
import type { EventField } from '../src/event-types/event-field.ts';
import { examplesOf, usualExample } from '../src/event-types/saved-examples.ts';
import { mergeTagsOf, tagAttributes } from '../src/templates/merge-tags-of.ts';
import { builder, tenant } from './builder.ts';
import { FieldTypeEnum } from './event-type-field.ts';
import { workCost } from './field-cost.ts';
import { loadTogether } from './load-together.ts';

type Tag = ReturnType<typeof mergeTagsOf>[number];

const TagUse = builder.enumType('MergeTagUse', {
  description: 'Places in which a variable may stand.',
  values: {
    text: { description: 'Running text, subject or link, in braces.' },
    list: { description: 'The `each` of a repeat or table, without braces.' },
    condition: { description: 'The `when` of a condition, without braces.' },
  },
});

const TagForm = builder.objectRef<Tag['forms'][number]>('MergeTagForm').implement({
  description: 'One way to write a merge tag in a text.',
  fields: (t) => ({
    tag: t.exposeString('tag', { description: 'Text to insert, such as {{ event.total | number }}.' }),
    text: t.exposeString('text', { description: 'Rendered sample in the requested language.' }),
  }),
});

const TagRepeat = builder.objectRef<Tag['repeats'][number]>('MergeTagRepeat').implement({
  description: 'A repeat or table that must stand around a merge tag.',
  fields: (t) => ({
    each: t.exposeString('each', { description: 'Path of the repeated list, such as event.items.' }),
    as: t.exposeString('as', { description: 'The name of its item that `written` assumes, such as item.' }),
  }),
});

const MergeTag = builder.objectRef<Tag>('MergeTag').implement({
  description: 'A variable that templates of the event type can read.',
  fields: (t) => ({
    path: t.exposeString('path', { description: 'Full name, as in `fellBack`, such as event.items.sku.' }),
    written: t.exposeString('written', { description: 'Name to write in the template, such as item.sku.' }),
    type: t.expose('type', { type: FieldTypeEnum, description: 'Kind of value, which decides the suitable filters.' }),
    required: t.exposeBoolean('required', { description: 'Whether every mail has a value.' }),
    fallback: t.exposeString('fallback', {
      nullable: true,
      description: 'Text in mails without a value; null: nothing is shown.',
    }),
    uses: t.field({
      type: [TagUse],
      description: 'Places in which the variable may stand.',
      resolve: ({ uses }) => [...uses],
    }),
    repeats: t.field({
      type: [TagRepeat],
      complexity: { field: 1, multiplier: 1 },
      description: 'Repeats that must stand around the tag, outermost first; empty where it can stand anywhere.',
      resolve: ({ repeats }) => [...repeats],
    }),
    sample: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Value in a preview without a payload: of the first example, where it has one. Null for objects and lists.',
      resolve: ({ sample }) => sample,
    }),
    forms: t.field({
      type: [TagForm],
      complexity: { field: 1, multiplier: 2 },
      description: 'Ways to write the tag, without a filter first; empty for objects and lists.',
      resolve: ({ forms }) => [...forms],
    }),
  }),
});

builder.prismaObjectField('EventType', 'mergeTags', (t) =>
  t.field({
    type: [MergeTag],
    complexity: { field: workCost.entries, multiplier: 3 },
    description:
      'Variables for templates: the fields, the recipient, the first 200 attributes, and the values of the service. Costs as much as 20 fields, and 3 for each selected one.',
    args: {
      locale: t.arg.string({ defaultValue: 'en', description: 'Language of the rendered samples, such as pt-BR.' }),
    },
    select: { examples: true, versions: { select: { fields: true }, orderBy: { version: 'desc' }, take: 1 } },
    resolve: async ({ examples, versions }, { locale }, viewer, info) => {
      const ctx = tenant(viewer);
      const read = async () => [{ id: ctx.platformId, attributes: await tagAttributes(ctx) }];
      const together = await loadTogether(viewer, info, { what: 'attributes', id: ctx.platformId, read });
      // Only the save writes the columns, in these shapes.
      const fields = (versions[0]?.fields ?? []) as unknown as EventField[];
      const example = usualExample(fields, examplesOf(examples), locale ?? 'en');
      const attributes = together?.attributes ?? [];
      return [...mergeTagsOf({ fields, attributes, example: example?.payload }, locale ?? 'en')];
    },
  }),
);
