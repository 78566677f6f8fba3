/** The merge tags that templates of an event type can use, with a sample of each in one language. */
import { brandFields } from '../document/brand.ts';
import type { EventField, FieldType, ScalarType } from '../document/template.ts';
import { INSTANT, type SampleAttribute, sampleScalar } from '../render/sample-values.ts';
import { WorkBudget } from '../render/work-budget.ts';
import { currencyCode } from './currency-filter.ts';
import { applyFilters, type Formatting, parseFilter } from './filters.ts';
import { dateFormat, yearOf } from './format.ts';
import { plainNumber } from './plain-number.ts';

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
  /** Values of the fields; samples that describe themselves where it has none. */
  readonly example?: Readonly<Record<string, unknown>> | undefined;
}

/** Names for the items of lists in lists, outermost first; fields have three levels. */
const ITEM_NAMES = ['item', 'part', 'detail'] as const;

/** Filters that suit a type. */
const FILTERS: Readonly<Record<ScalarType, readonly string[]>> = {
  string: ['upper', 'lower'],
  number: ['number', 'currency', 'percent'],
  boolean: [],
  date: ['date: "short"', 'date: "long"', 'date: "full"'],
  datetime: ['date: "long"', 'time', 'datetime'],
  url: [],
  email: [],
};

/** The currency in which prices are shown, as a tag names it and as the code that it stands for. */
interface Price {
  readonly written: string;
  readonly code: string;
}

interface Samples extends Formatting {
  readonly price: Price;
}

const EURO: Price = { written: '"EUR"', code: 'EUR' };

/** An event that says its currency shows its prices in it. */
function priceOf({ fields, example }: TagSources): Price {
  const field = fields.find(({ name, type }) => name === 'currency' && type === 'string');
  if (field === undefined) return EURO;
  const code = currencyCode(String(example?.currency ?? field.fallback ?? '')) ?? EURO.code;
  return { written: 'event.currency', code };
}

/** The place of a field: its parent as `fell_back` names it, and as a text has it, and the value of the parent. */
interface Parent {
  readonly path: string;
  readonly written: string;
  readonly repeats: readonly TagRepeat[];
  readonly value?: unknown;
}

/** Returns the fields in their order, then the recipient, its attributes, the values of the service, and the brand. */
export function listMergeTags(sources: TagSources, { locale, timezone }: Formatting): readonly MergeTag[] {
  const { fields, attributes, example } = sources;
  const formatting: Samples = { locale, timezone, price: priceOf(sources) };
  const outside = (name: string): Parent => ({ path: name, written: name, repeats: [] });
  const scalar = (root: string, name: string, type: ScalarType, required: boolean) =>
    scalarTag({ name, type, required, fallback: null }, outside(root), formatting);
  return [
    ...fields.flatMap((field) => tagsOf(field, { ...outside('event'), value: example }, formatting)),
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

function tagsOf(field: EventField, parent: Parent, formatting: Samples): readonly MergeTag[] {
  const { name, type, required, fields = [], items } = field;
  const path = `${parent.path}.${name}`;
  const written = `${parent.written}.${name}`;
  const value = memberOf(parent.value, name);
  switch (type) {
    case 'object':
      return [
        { ...withoutText, path, written, type, required, repeats: parent.repeats, uses: ['condition'] },
        ...fields.flatMap((inner) => tagsOf(inner, { path, written, repeats: parent.repeats, value }, formatting)),
      ];
    case 'list': {
      const as = ITEM_NAMES[parent.repeats.length] ?? ITEM_NAMES[0];
      const item: Parent = {
        path,
        written: as,
        repeats: [...parent.repeats, { each: written, as }],
        value: firstOf(value),
      };
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

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

function firstOf(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined;
}

function scalarTag(field: Field & { readonly type: ScalarType }, parent: Parent, formatting: Samples): MergeTag {
  const { name } = field;
  const place = { ...parent, path: `${parent.path}.${name}`, written: `${parent.written}.${name}` };
  return textTag(field, field.type, { ...place, value: memberOf(parent.value, name) }, formatting);
}

/** `place`: of the tag itself. */
function textTag(
  { name, required, fallback }: Field,
  type: ScalarType,
  { value, ...place }: Parent,
  formatting: Samples,
): MergeTag {
  const sample = isScalar(value) ? value : sampleScalar(name, type);
  const text = typeof sample === 'number' ? plainNumber(sample) : String(sample);
  return {
    ...place,
    type,
    required,
    fallback,
    uses: ['text', 'condition'],
    sample,
    forms: [
      { tag: `{{ ${place.written} }}`, text },
      ...FILTERS[type].map((filter) => {
        const { written, code } = formatting.price;
        const [by, shown] = filter === 'currency' ? [`currency: ${written}`, `currency: "${code}"`] : [filter, filter];
        return { tag: `{{ ${place.written} | ${by} }}`, text: filtered(text, shown, formatting) };
      }),
    ],
  };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function filtered(text: string, written: string, formatting: Formatting): string {
  const filter = parseFilter(written);
  if (typeof filter === 'string') throw new Error(filter);
  if ('from' in filter) throw new Error(`${written} reads a variable`);
  return applyFilters(text, [filter], formatting, new WorkBudget(), () => null);
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
