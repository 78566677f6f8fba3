/** The document of a template as typed input, made from the schemas that check a save. */
import type { InputFieldBuilder, InputRef } from '@pothos/core';
import { camelCase } from '../src/templates/typed-composition.ts';
import { builder } from './builder.ts';
import {
  type DescribedBlock,
  type DescribedField,
  format,
  itemFieldsOf,
  pascalCase,
  scalarTypeOf,
} from './composition-enums.ts';

type Members = Record<string, unknown>;
type Types = (typeof builder)['$inferSchemaTypes'];

function attributeInputs(
  t: InputFieldBuilder<Types, 'InputObject'>,
  prefix: string,
  fields: readonly DescribedField[],
) {
  return Object.fromEntries(
    fields.map((field) => {
      const { name, description, required } = field;
      const items = itemFieldsOf(field);
      const type = items === null ? scalarTypeOf(field) : [itemInput(`${prefix}${pascalCase(name)}`, items)];
      return [camelCase(name), t.field({ type: type as 'String', required, description })];
    }),
  );
}

function itemInput(name: string, fields: readonly DescribedField[]): InputRef<Members> {
  return builder.inputRef<Members>(`Composition${name.replace(/s$/, '')}Input`).implement({
    description: 'One entry of a list in a block.',
    fields: (t) => attributeInputs(t, name, fields),
  });
}

export const BlockInput = builder.inputRef<Members>('CompositionBlockInput');

const ColumnInput = builder.inputRef<Members>('CompositionColumnInput').implement({
  description: 'Blocks beside those of the other columns.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Identifier of your own, unique among blocks and columns.' }),
    width: t.float({ description: 'Per cent of the row; columns without a width share the rest.' }),
    ...attributeInputs(
      t,
      'Column',
      format.blocks.flatMap(({ columnAttributes }) => columnAttributes ?? []),
    ),
    children: t.field({ type: [BlockInput], description: 'Blocks in the column, from top to bottom.' }),
  }),
});

function blockInput({ type, purpose, holds, attributes }: DescribedBlock) {
  const prefix = pascalCase(type);
  return builder.inputRef<Members>(`${prefix}BlockInput`).implement({
    description: purpose,
    fields: (t) => ({
      id: t.id({ required: true, description: 'Identifier of your own, unique among blocks and columns.' }),
      ...attributeInputs(t, prefix, attributes),
      ...(holds === 'children' && {
        children: t.field({ type: [BlockInput], description: 'Blocks inside, from top to bottom.' }),
      }),
      ...(holds === 'columns' && {
        columns: t.field({ type: [ColumnInput], required: true, description: 'One to four columns side by side.' }),
      }),
    }),
  });
}

BlockInput.implement({
  description: 'A block: exactly one member, named like the type of the block. At most 500 blocks in 8 levels.',
  isOneOf: true,
  fields: (t) =>
    Object.fromEntries(
      format.blocks.map((block) => [
        camelCase(block.type),
        t.field({ type: blockInput(block), description: block.purpose }),
      ]),
    ),
});

const settingsInput = (name: string, description: string, fields: readonly DescribedField[]) =>
  builder.inputRef<Members>(name).implement({ description, fields: (t) => attributeInputs(t, name, fields) });

const SettingsInput = settingsInput(
  'CompositionSettingsInput',
  'Settings of a whole document; what is left out has its default.',
  format.settings,
);
const ThemeInput = settingsInput(
  'CompositionThemeInput',
  'Colours, type and spacing; what is left out has its default.',
  format.theme,
);

export const CompositionDocumentInput = builder.inputType('CompositionDocumentInput', {
  description: 'The content of a template in types. Errors name paths of the JSON form, as in `composition`.',
  fields: (t) => ({
    settings: t.field({ type: SettingsInput, description: 'Preheader, width and direction.' }),
    theme: t.field({ type: ThemeInput, description: 'Colours, type and spacing.' }),
    blocks: t.field({ type: [BlockInput], required: true, description: 'Blocks from top to bottom.' }),
  }),
});
