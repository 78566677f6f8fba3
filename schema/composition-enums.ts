/** GraphQL types of the attributes in a composition, made from the same description as editors' forms. */
import { templateFormat } from '../src/templates/composition-format.ts';
import { camelCase } from '../src/templates/typed-composition.ts';
import { builder } from './builder.ts';

export type Format = ReturnType<typeof templateFormat>;
export type DescribedBlock = Format['blocks'][number];
export type DescribedField = DescribedBlock['attributes'][number];

export const format = templateFormat();

export function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** Meanings of values that do not explain themselves; with the name of the enum where a word has several. */
const meanings: Readonly<Record<string, string>> = {
  ltr: 'From left to right.',
  rtl: 'From right to left.',
  auto: 'Follows the language of the mail.',
  start: 'The side on which lines of the language begin.',
  end: 'The side on which lines of the language end.',
  present: 'The variable has text, or a list has items.',
  absent: 'The variable has no text, or a list no items.',
  equals: 'The variable has the text of `value`.',
  not_equals: 'The variable has another text than `value`, or none.',
  primary: 'Filled with the primary colour.',
  secondary: 'A border without filling.',
  small: 'Smaller than running text.',
  normal: 'The size of running text.',
  large: 'Larger than running text.',
  regular: 'Strokes of running text.',
  semibold: 'Strokes between those of running text and bold ones.',
  under: 'Below the picture.',
  over: 'In front of the picture.',
  square: 'Corners as they are in the picture.',
  rounded: 'Corners of the theme.',
  circle: 'Round all over, for portraits.',
  plain: 'Black and white, with small corners.',
  warm: 'Paper and terracotta, with headings in a serif.',
  'Look.bold': 'Violet, with large headings and round buttons.',
  'Weight.bold': 'Strokes of headings and strong words.',
};

// State of the process: the types of the schema are built once.
const enums = new Map<string, ReturnType<typeof enumOf>>();

function enumOf(name: string, field: DescribedField, values: readonly unknown[]) {
  const described = values.map((value) => {
    const word = String(value);
    const meaning = meanings[`${name.replace('Composition', '')}.${word}`] ?? meanings[word];
    return [word, { value: word, description: meaning ?? `Places the content at the ${word} side or edge.` }];
  });
  return builder.enumType(name, { description: field.description, values: Object.fromEntries(described) });
}

/** The type of a field with one simple form; `JSON` where a value may be of several kinds. */
export function scalarTypeOf({ name, forms, ...field }: DescribedField) {
  const [form, ...more] = forms;
  if (form === undefined || more.length > 0) return 'JSON' as const;
  switch (form.type) {
    case 'string': {
      if (form.values === null) return 'String' as const;
      // One enum for all blocks: the sets of values of one name are the same.
      const enumName = `Composition${pascalCase(name)}`;
      const known = enums.get(enumName) ?? enumOf(enumName, { name, forms, ...field }, form.values);
      enums.set(enumName, known);
      return known;
    }
    case 'number':
      return form.values === null ? ('Float' as const) : ('Int' as const);
    case 'integer':
      return 'Int' as const;
    case 'boolean':
      return 'Boolean' as const;
    case 'array':
      return 'JSON' as const;
  }
}

/** The fields of each item of an array; null for any other field. */
export function itemFieldsOf({ forms }: DescribedField): readonly DescribedField[] | null {
  return forms[0]?.fields ?? null;
}
