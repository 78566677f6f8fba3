/** The merge tags that templates of an event type can use, with a sample of each in one language. */
import { brandFields } from '../document/brand.ts';
import type { EventField, FieldType, ScalarType } from '../document/template.ts';
import { INSTANT, type SampleAttribute, sampleScalar } from '../render/sample-values.ts';
import { WorkBudget } from '../render/work-budget.ts';
import { applyFilters, type Formatting, parseFilter } from './filters.ts';
import { dateFormat, yearOf } from './format.ts';

/** A place where a variable may be written. `text`: a merge tag; the others take the path without braces. */
export type TagUse = 'text' | 'list' | 'condition';

/** A repeat that must stand around a tag. */
export interface TagRepeat {
  readonly each: string;
  readonly as: string;
}

/** One way to write a tag, and its text in a mail with sample values. */
export interface TagForm {
  readonly tag: string;
  readonly text: string;
}

export interface MergeTag {
  /** As `fell_back` names the tag: `event.items.sku`. */
  readonly path: string;
  /** As a text has it: `item.sku`, where the repeats name their items as `repeats` says. */
  readonly written: string;
  readonly type: FieldType;
  /** Whether every mail has a value. */
  readonly required: boolean;
  readonly fallback: string | null;
  readonly uses: readonly TagUse[];
  /** Outermost first; empty for a tag that can stand anywhere. */
  readonly repeats: readonly TagRepeat[];
  /** The value in a preview without values; null for objects and lists. */
  readonly sample: string | number | boolean | null;
  /** Without a filter first; empty for objects and lists. */
  readonly forms: readonly TagForm[];
}

export interface TagSources {
  readonly fields: readonly EventField[];
  readonly attributes: readonly SampleAttribute[];
}

/** Names for the items of lists in lists, outermost first; fields have three levels. */
const ITEM_NAMES = ['item', 'part', 'detail'] as const;

/** Filters that suit a type. */
const FILTERS: Readonly<Record<ScalarType, readonly string[]>> = {
  string: ['upper', 'lower'],
  number: ['number', 'currency: "EUR"', 'percent'],
  boolean: [],
  date: ['date: "short"', 'date: "long"', 'date: "full"'],
  datetime: ['date: "long"', 'time', 'datetime'],
  url: [],
  email: [],
};

/** The place of a field: its parent as `fell_back` names it, and as a text has it. */
interface Parent {
  readonly path: string;
  readonly written: string;
  readonly repeats: readonly TagRepeat[];
}

/** Returns the fields in their order, then the recipient, its attributes, the values of the service, and the brand. */
export function listMergeTags({ fields, attributes }: TagSources, formatting: Formatting): readonly MergeTag[] {
  const outside = (name: string): Parent => ({ path: name, written: name, repeats: [] });
  const scalar = (root: string, name: string, type: ScalarType, required: boolean) =>
    scalarTag({ name, type, required, fallback: null }, outside(root), formatting);
  return [
    ...fields.flatMap((field) => tagsOf(field, outside('event'), formatting)),
    scalar('contact', 'email', 'email', true),
    scalar('contact', 'reference', 'string', false),
    ...attributes.map(({ key, type }) => scalar('attributes', key, type, false)),
    scalar('system', 'workspace_name', 'string', true),
    scalar('system', 'unsubscribe_url', 'url', false),
    { ...scalar('system', 'current_year', 'number', true), ...shown('system.current_year', yearNow(formatting)) },
    dayOfSending(scalar('system', 'sent_on', 'datetime', true), formatting),
    ...brandFields.flatMap((field) => tagsOf(field, outside('brand'), formatting)),
  ];
}

type Field = Pick<EventField, 'name' | 'required' | 'fallback'>;

function tagsOf(field: EventField, parent: Parent, formatting: Formatting): readonly MergeTag[] {
  const { name, type, required, fields = [], items } = field;
  const path = `${parent.path}.${name}`;
  const written = `${parent.written}.${name}`;
  switch (type) {
    case 'object':
      return [
        { ...withoutText, path, written, type, required, repeats: parent.repeats, uses: ['condition'] },
        ...fields.flatMap((inner) => tagsOf(inner, { path, written, repeats: parent.repeats }, formatting)),
      ];
    case 'list': {
      const as = ITEM_NAMES[parent.repeats.length] ?? ITEM_NAMES[0];
      const item: Parent = { path, written: as, repeats: [...parent.repeats, { each: written, as }] };
      return [
        { ...withoutText, path, written, type, required, repeats: parent.repeats, uses: ['list', 'condition'] },
        ...fields.flatMap((inner) => tagsOf(inner, item, formatting)),
        ...(items === undefined
          ? []
          : [textTag({ name, required: true, fallback: null }, items.type, item, formatting)]),
      ];
    }
    default:
      return [scalarTag({ ...field, type }, parent, formatting)];
  }
}

const withoutText = { fallback: null, sample: null, forms: [] } as const;

function scalarTag(field: Field & { readonly type: ScalarType }, parent: Parent, formatting: Formatting): MergeTag {
  const place = { ...parent, path: `${parent.path}.${field.name}`, written: `${parent.written}.${field.name}` };
  return textTag(field, field.type, place, formatting);
}

/** `place`: of the tag itself. */
function textTag(
  { name, required, fallback }: Field,
  type: ScalarType,
  place: Parent,
  formatting: Formatting,
): MergeTag {
  const sample = sampleScalar(name, type);
  const text = String(sample);
  return {
    ...place,
    type,
    required,
    fallback,
    uses: ['text', 'condition'],
    sample,
    forms: [
      { tag: `{{ ${place.written} }}`, text },
      ...FILTERS[type].map((filter) => ({
        tag: `{{ ${place.written} | ${filter} }}`,
        text: filtered(text, filter, formatting),
      })),
    ],
  };
}

function filtered(text: string, written: string, formatting: Formatting): string {
  const filter = parseFilter(written);
  if (typeof filter === 'string') throw new Error(filter);
  return applyFilters(text, [filter], formatting, new WorkBudget());
}

/** Renders the year as the mail does, without the signs that numbers have in a language. */
function yearNow({ timezone }: Formatting): string {
  return yearOf(INSTANT, timezone);
}

function shown(path: string, text: string): Pick<MergeTag, 'sample' | 'forms'> {
  return { sample: Number(text), forms: [{ tag: `{{ ${path} }}`, text }] };
}

/** Without a filter the day of sending is written in full. */
function dayOfSending(tag: MergeTag, { locale, timezone }: Formatting): MergeTag {
  const [plain, ...filters] = tag.forms;
  const text = dateFormat('date', 'long', locale, timezone)(INSTANT);
  return { ...tag, forms: plain === undefined ? filters : [{ ...plain, text }, ...filters] };
}
