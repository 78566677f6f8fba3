/**
 * The table of blocks in the description of saveTemplate, made from the schemas that check the attributes: each
 * attribute with its values, limits and default.
 */
import { z } from 'zod';
import { blockTypes } from '../../../emails/document/blocks/index.ts';
import { constant } from './limit-source.ts';

/** JSON Schema, as far as the blocks use it. */
interface Shape {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly Shape[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly default?: unknown;
}

/** Lengths that the description of the composition has for all blocks. */
const usualLengths: readonly unknown[] = [
  constant('emails/document/composition.ts', 'MAX_TEXT'),
  constant('emails/document/composition.ts', 'MAX_HTML'),
];

const wordsOfPatterns: Readonly<Record<string, string>> = {
  '^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$': 'a colour',
  '^[A-Za-z_][A-Za-z0-9_]{0,63}$': 'a name of 1 to 64 letters, digits or `_`',
  '^(?:\\{\\{[^{}|]+\\}\\}|\\d{4}-\\d{2}-\\d{2}(?:T[0-9:.]+(?:Z|[+-]\\d{2}:?\\d{2}))?)$':
    'one merge tag without a filter, a day or a time',
  '^\\d{1,2}px (?:solid|dashed|dotted) #(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$': 'both, such as `1px solid #d4d4d8`',
};

/** The lines of the table, with its head. */
export function blockTable(): readonly string[] {
  const rows = blockTypes.map(({ type, attrs, columnAttrs }) => {
    const own = attributesOf(shapeOf(attrs, 'input'), shapeOf(attrs, 'output'));
    const ofColumns = columnAttrs === null ? '' : `. Of each column: ${attributesOf(shapeOf(columnAttrs, 'input'))}`;
    return `| \`${type}\` | ${own}${ofColumns} |`;
  });
  return ['| block | attributes |', '|---|---|', ...rows];
}

function shapeOf(schema: z.ZodType, io: 'input' | 'output'): Shape {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape;
}

/** `output` knows the items of a list that is counted before it is read. */
function attributesOf({ properties = {}, required = [] }: Shape, output: Shape = {}): string {
  const parts = Object.entries(properties).map(([name, shape]) => {
    const items = output.properties?.[name]?.items;
    const values = valuesOf(items === undefined ? shape : { ...shape, items });
    const isSet = shape.default !== undefined && String(shape.default) !== '';
    return [
      `\`${name}\`${required.includes(name) && shape.default === undefined ? ' (required)' : ''}`,
      ...(values === '' ? [] : [`: ${values}`]),
      ...(isSet ? [`, default ${String(shape.default)}`] : []),
    ].join('');
  });
  return parts.join('; ');
}

function valuesOf(shape: Shape): string {
  const { type, minimum, maximum, maxLength, pattern, items } = shape;
  if (shape.enum) return either(shape.enum.map(String));
  if (shape.anyOf) return either(shape.anyOf.filter((part) => part.type !== 'null').map(valuesOf));
  if (pattern !== undefined) return wordsOfPatterns[pattern] ?? `like ${pattern}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'array') return `${shape.minItems ?? 0} to ${shape.maxItems} of (${attributesOf(items ?? {})})`;
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum.toLocaleString('en')}`;
  if (type === 'number') return 'a number';
  return maxLength === undefined || usualLengths.includes(maxLength)
    ? ''
    : `a text of at most ${maxLength.toLocaleString('en')} characters`;
}

function either(values: readonly string[]): string {
  return values.length < 2 ? values.join('') : `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
