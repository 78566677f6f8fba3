/** The attributes of a block as fields of the documentation. */
import type { DescribedField, FieldForm } from '../../../emails/index.ts';
import type { Field } from '../fields.ts';

/** Values of a form that are named one by one; more are known by the description. */
const namedMax = 12;

export function blockFields(described: readonly DescribedField[]): readonly Field[] {
  return described.map((field) => ({
    name: field.name,
    type: [...new Set(field.forms.map(typeOf))].join(' or '),
    required: field.required,
    note: [field.description, ...field.forms.map(limitsOf), defaultOf(field)].filter(Boolean).join(' '),
    fields: field.forms.flatMap(({ fields }) => (fields === null ? [] : blockFields(fields))),
  }));
}

function typeOf({ type, format }: FieldForm): string {
  switch (format) {
    case null:
      return type === 'array' ? 'list' : type;
    case 'font_family':
      return 'font families';
    case 'item_name':
      return 'name';
    case 'list':
      return 'variable of a list';
    default:
      return format;
  }
}

function limitsOf({ type, values, minimum, maximum, minItems, maxItems }: FieldForm): string {
  if (values !== null && type !== 'boolean' && values.length <= namedMax) {
    return `One of ${values.map((value) => `\`${value}\``).join(', ')}.`;
  }
  if (minimum !== null && maximum !== null) return `From ${minimum} to ${maximum}.`;
  if (maxItems !== null) return minItems === null ? `At most ${maxItems}.` : `From ${minItems} to ${maxItems}.`;
  return '';
}

/** Empty texts and lists go without saying. */
function defaultOf({ default: value, description }: DescribedField): string {
  const goesWithoutSaying =
    value === null || value === '' || typeof value === 'object' || / by default/.test(description);
  return goesWithoutSaying ? '' : `\`${value}\` by default.`;
}
