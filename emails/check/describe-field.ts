/** The fields of a zod object as data, so that an editor can make a form of them. */
import { z } from 'zod';

export const fieldFormats = ['color', 'pixels', 'font_family', 'variable', 'list', 'item_name'] as const;

/** What an editor shows for a text: a picker of colours, a menu of variables. */
export type FieldFormat = (typeof fieldFormats)[number];

export const valueTypes = ['string', 'number', 'integer', 'boolean', 'array'] as const;
export type ValueType = (typeof valueTypes)[number];

type Scalar = string | number | boolean;

/** One kind of value that a field takes; limits that do not apply are null. */
export interface FieldForm {
  readonly type: ValueType;
  /** Null: any value within the limits. */
  readonly values: readonly Scalar[] | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** Characters. */
  readonly minLength: number | null;
  readonly maxLength: number | null;
  /** A regular expression of JavaScript, without flags. */
  readonly pattern: string | null;
  readonly minItems: number | null;
  readonly maxItems: number | null;
  readonly format: FieldFormat | null;
  /** The fields of each item of an array. */
  readonly fields: readonly DescribedField[] | null;
}

export interface DescribedField {
  readonly name: string;
  readonly description: string;
  /** False for a field that has a default, or can be left out. */
  readonly required: boolean;
  readonly nullable: boolean;
  /** The value of a field that is left out; null where there is none. */
  readonly default: unknown;
  /** More than one where a value may be of several kinds. */
  readonly forms: readonly FieldForm[];
}

/** The part of a JSON Schema that the schemas of a composition use. */
const jsonField = z.object({
  type: z.string().optional(),
  description: z.string().default(''),
  default: z.unknown().optional(),
  enum: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
  minimum: z.number().nullable().default(null),
  maximum: z.number().nullable().default(null),
  minLength: z.number().nullable().default(null),
  maxLength: z.number().nullable().default(null),
  pattern: z.string().nullable().default(null),
  minItems: z.number().nullable().default(null),
  maxItems: z.number().nullable().default(null),
  format: z.enum(fieldFormats).nullable().default(null),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
});

const jsonObject = z.object({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** Returns the fields of an object schema, in their order. */
export function describeFields(schema: z.ZodType): readonly DescribedField[] {
  // Of a pipe, its end says what a value must be; `output` also keeps the defaults.
  return fieldsOf(z.toJSONSchema(schema, { io: 'output' }));
}

function fieldsOf(json: unknown): readonly DescribedField[] {
  const { properties, required } = jsonObject.parse(json);
  return Object.entries(properties).map(([name, property]) => {
    const field = jsonField.parse(property);
    const kinds = kindsOf(property);
    const hasDefault = field.default !== undefined;
    return {
      name,
      description: field.description,
      required: required.includes(name) && !hasDefault,
      nullable: kinds.some(isNull),
      default: hasDefault ? field.default : null,
      forms: kinds.filter((kind) => !isNull(kind)).map(formOf),
    };
  });
}

/** The alternatives of a union, those of inner unions included. */
function kindsOf(json: unknown): readonly unknown[] {
  const { anyOf } = jsonField.parse(json);
  return anyOf === undefined ? [json] : anyOf.flatMap(kindsOf);
}

function isNull(json: unknown): boolean {
  return jsonField.parse(json).type === 'null';
}

function formOf(json: unknown): FieldForm {
  const { type, enum: values = null, items, minimum, maximum, format, pattern, ...sizes } = jsonField.parse(json);
  const { minLength, maxLength, minItems, maxItems } = sizes;
  return {
    type: z.enum(valueTypes).parse(type),
    values,
    minimum,
    maximum,
    minLength,
    maxLength,
    pattern,
    minItems,
    maxItems,
    format,
    fields: items === undefined ? null : fieldsOf(items),
  };
}
