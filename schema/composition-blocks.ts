/**
 * The document of a saved template in types: made from the schemas that check a save, so a new block needs nothing here.
 */
import type { ObjectFieldBuilder, ObjectRef } from '@pothos/core';
import { savedComposition } from '../src/templates/saved-content.ts';
import { camelCase, type FlatBlock, flattenBlocks, savedTheme } from '../src/templates/typed-composition.ts';
import { builder } from './builder.ts';
import {
  type DescribedBlock,
  type DescribedField,
  format,
  itemFieldsOf,
  pascalCase,
  scalarTypeOf,
} from './composition-enums.ts';
import { workCost } from './field-cost.ts';

type Fields = Readonly<Record<string, unknown>>;
type Types = (typeof builder)['$inferSchemaTypes'];
type Column = FlatBlock['columns'][number];
type Composition = ReturnType<typeof savedComposition>;

/**
 * Names that some block has with null. Fields of one name have one nullability, so that one query can select them of
 * all blocks.
 */
const nullable = new Set(
  format.blocks.flatMap(({ attributes }) => attributes.filter(mayBeNull).map(({ name }) => name)),
);

function mayBeNull({ required, nullable, default: standard }: DescribedField): boolean {
  return nullable || (!required && standard === null);
}

interface Attributes<Parent> {
  /** Prefix of the types that are made for lists. */
  readonly prefix: string;
  readonly fields: readonly DescribedField[];
  readonly read: (parent: Parent) => Fields;
  readonly isNullable: (field: DescribedField) => boolean;
}

/** Makes a field for each attribute; one that was left out has its default. */
function attributeFields<Parent>(t: ObjectFieldBuilder<Types, Parent>, attributes: Attributes<Parent>) {
  const { prefix, fields, read, isNullable } = attributes;
  return Object.fromEntries(
    fields.map((field) => {
      const { name, description, default: standard } = field;
      const items = itemFieldsOf(field);
      const resolve = ((parent: Parent) => read(parent)[name] ?? standard ?? null) as never;
      return [
        camelCase(name),
        items === null
          ? t.field({ type: scalarTypeOf(field), nullable: isNullable(field), description, resolve })
          : t.field({
              type: [itemType(`${prefix}${pascalCase(name).replace(/s$/, '')}`, items)],
              description,
              resolve,
            }),
      ];
    }),
  );
}

function itemType(prefix: string, fields: readonly DescribedField[]): ObjectRef<Types, Fields> {
  return builder.objectRef<Fields>(`Composition${prefix}`).implement({
    description: 'One entry of a list in a block.',
    fields: (t) => attributeFields(t, { prefix, fields, read: (item) => item, isNullable: mayBeNull }),
  });
}

export const Block = builder.interfaceRef<FlatBlock>('CompositionBlock').implement({
  description: 'One block of a document. Blocks name the block around them, so one list holds the whole document.',
  resolveType: ({ type }) => `${pascalCase(type)}Block`,
  fields: (t) => ({
    // Not `id`: caches take objects with equal `__typename` and `id` for one.
    blockId: t.exposeID('id', { description: 'Identifier that the author gave to the block, unique in its document.' }),
    type: t.exposeString('type', { description: 'Name of the block type, such as heading.' }),
    parentId: t.exposeID('parentId', { nullable: true, description: 'Block around this one; null at the top level.' }),
    columnId: t.exposeID('columnId', {
      nullable: true,
      description: 'Column of the parent that holds the block; null unless the parent is a columns block.',
    }),
  }),
});

const columnAttributes = format.blocks.flatMap((block) => block.columnAttributes ?? []);

const ColumnRef = builder.objectRef<Column>('CompositionColumn').implement({
  description: 'One column of a columns block; blocks inside name it in `columnId`.',
  fields: (t) => ({
    columnId: t.exposeID('id', { description: 'Identifier that the author gave to the column.' }),
    width: t.exposeFloat('width', {
      nullable: true,
      description: 'Per cent of the row; columns without a width share the rest.',
    }),
    ...attributeFields(t, {
      prefix: 'Column',
      fields: columnAttributes,
      read: ({ attrs }) => attrs,
      isNullable: mayBeNull,
    }),
  }),
});

function implementBlock({ type, purpose, holds, attributes: fields }: DescribedBlock): void {
  const prefix = pascalCase(type);
  builder.objectRef<FlatBlock>(`${prefix}Block`).implement({
    description: purpose,
    interfaces: [Block],
    fields: (t) => ({
      ...attributeFields(t, {
        prefix,
        fields,
        read: ({ attrs }) => attrs,
        isNullable: ({ name }) => nullable.has(name),
      }),
      ...(holds === 'columns' && {
        columns: t.field({
          type: [ColumnRef],
          description: 'One to four places side by side, from the start of the line.',
          resolve: ({ columns }) => [...columns],
        }),
      }),
    }),
  });
}

for (const block of format.blocks) implementBlock(block);

const settingsOf = (name: string, description: string, fields: readonly DescribedField[]) =>
  builder.objectRef<Fields>(name).implement({
    description,
    fields: (t) => attributeFields(t, { prefix: name, fields, read: (values) => values, isNullable: mayBeNull }),
  });

const Settings = settingsOf(
  'CompositionSettings',
  'Settings of a whole document, with their defaults.',
  format.settings,
);
const Theme = settingsOf('CompositionTheme', 'Colours, type and spacing of a document.', format.theme);

const CompositionDocument = builder.objectRef<Composition>('CompositionDocument').implement({
  description: 'The content of a template in types; `composition` has the same as JSON.',
  fields: (t) => ({
    settings: t.field({
      type: Settings,
      description: 'Settings, each with its default where none was saved.',
      resolve: ({ document }) => ({ ...document.settings }),
    }),
    theme: t.field({
      type: Theme,
      description: 'Theme, each value with that of its look or its default where none was saved.',
      resolve: ({ document }) => savedTheme(document),
    }),
    blocks: t.field({
      type: [Block],
      complexity: { field: workCost.templateContent, multiplier: 10 },
      description:
        'Blocks in the order of the mail, each before the blocks inside it, at most 500. Costs as much as 40 fields, and 10 for each selected one.',
      resolve: (composition) => [...flattenBlocks(composition)],
    }),
  }),
});

builder.prismaObjectField('TemplateVersion', 'document', (t) =>
  t.field({
    type: CompositionDocument,
    complexity: { field: 1, multiplier: 1 },
    description: 'Content with a type for each block.',
    select: { composition: true },
    resolve: (version) => savedComposition(version),
  }),
);
