/**
 * What a text may hold beside words: tags, filters and variables, each with an example as the code that sends writes it
 * (docs/rules.md#drawn-blocks).
 */
import type { Steps } from '../../src/ground/steps.ts';
import type { Composition } from '../document/composition.ts';
import type { EventField, FieldType } from '../document/template.ts';
import type { Filter } from '../language/filters.ts';
import { listMergeTags } from '../language/list-merge-tags.ts';
import { renderExampleInSteps } from './draw-block.ts';
import type { Starter } from './starter.ts';

/** A text as the author writes it, and what stands in its place in a mail, by language. */
export interface LanguageExample {
  readonly written: string;
  readonly shown: Readonly<Record<string, string>>;
}

export interface DescribedTag extends LanguageExample {
  readonly purpose: string;
}

export interface DescribedFilter {
  readonly name: Filter['name'];
  readonly purpose: string;
  readonly examples: readonly LanguageExample[];
}

export interface DescribedVariable {
  readonly path: string;
  readonly type: FieldType;
  readonly purpose: string;
  /** Whether every mail has a value. */
  readonly required: boolean;
}

export interface DescribedLanguage {
  readonly tags: readonly DescribedTag[];
  readonly filters: readonly DescribedFilter[];
  readonly variables: readonly DescribedVariable[];
}

/** Languages in which the filters are shown. */
export const exampleLocales = ['en', 'de', 'ja'] as const;

const field = (name: string, type: EventField['type']): EventField => ({ name, type, required: false, fallback: null });

const fields: readonly EventField[] = [
  field('customer_name', 'string'),
  { ...field('address', 'object'), fields: [field('city', 'string')] },
  field('count', 'number'),
  field('rank', 'number'),
  field('kind', 'string'),
  field('total', 'number'),
  field('currency', 'string'),
  field('discount', 'number'),
  field('due_on', 'date'),
  field('placed_at', 'datetime'),
];

const payload = {
  customer_name: 'Ada',
  address: { city: 'Turin' },
  count: 3,
  rank: 2,
  kind: 'gift',
  total: 1234.5,
  currency: 'USD',
  discount: 0.125,
  due_on: '2027-01-15',
  placed_at: '2026-12-31T21:30:00Z',
};

/** The forms of a tag; a filter and a choice are tags too. */
const tags: readonly (readonly [written: string, purpose: string])[] = [
  ['{{ event.customer_name }}', 'A field of the payload.'],
  ['{{ event.address.city }}', 'A field of an object of the payload.'],
  ['{{ event.due_on | date: "long" }}', 'A value through a filter with an argument.'],
  ['{{ event.customer_name | lower | upper }}', 'Filters one after the other, ten at most.'],
  [
    '{event.count, plural, =0 {no items} one {# item} other {# items}}',
    'Words that depend on a number; `#` is the number. Each language has its own forms, and `other` is always there.',
  ],
  ['{event.rank, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', 'The same for the place in an order.'],
  [
    '{event.kind, select, gift {A gift from {{ event.customer_name }}.} other {}}',
    'Words that depend on a value; they may hold other tags.',
  ],
];

const filters: Readonly<Record<Filter['name'], { readonly purpose: string; readonly written: readonly string[] }>> = {
  date: {
    purpose: 'The day of a date or a time. `full`, `long`, `medium` (without an argument) or `short`.',
    written: ['event.due_on | date', 'event.due_on | date: "full"', 'event.due_on | date: "short"'],
  },
  time: {
    purpose: 'The time of day, in the time zone of the workspace; `short` without an argument.',
    written: ['event.placed_at | time'],
  },
  datetime: {
    purpose:
      'The day in the length that the argument names, `medium` without one, and the time; with `zoned` the time zone as well.',
    written: [
      'event.placed_at | datetime',
      'event.placed_at | datetime: "long"',
      'event.placed_at | datetime: "zoned"',
    ],
  },
  number: { purpose: 'A number with the separators of the language.', written: ['event.total | number'] },
  percent: { purpose: 'A share as per cent, with two decimals at most.', written: ['event.discount | percent'] },
  upper: { purpose: 'In capitals.', written: ['event.customer_name | upper'] },
  lower: { purpose: 'In small letters.', written: ['event.customer_name | lower'] },
  currency: {
    purpose:
      'A price. The argument is the code of the currency (ISO 4217) in quotes, or a variable that has one, and is always needed.',
    written: [
      'event.total | currency: "EUR"',
      'event.total | currency: "JPY"',
      'event.total | currency: event.currency',
    ],
  },
};

const purposes: Readonly<Record<string, string>> = {
  'contact.email': 'The address that the mail goes to.',
  'contact.reference': 'Your own name of the contact.',
  'system.workspace_name': 'The name of the workspace.',
  'system.unsubscribe_url': 'The personal link to unsubscribe; empty when no contact receives the mail.',
  'system.current_year': 'The year of the emit, in the time zone of the workspace.',
  'system.sent_on': 'The day of the emit, in the time zone of the workspace.',
  'brand.name': 'The name of your brand.',
  'brand.logo_url': 'The address of your logo.',
  'brand.dark_logo_url': 'The address of your logo for dark mode; the other logo where there is none.',
  'brand.address': 'Your postal address.',
  'brand.support_url': 'Where people find help.',
  'brand.social_links': 'Your pages elsewhere, for a `repeat`.',
  'brand.social_links.name': 'The name of such a page, as `item.name` inside the `repeat`.',
  'brand.social_links.url': 'The address of such a page, as `item.url` inside the `repeat`.',
  'brand.legal_line': 'The line that the law asks for.',
};

/** Returns the whole language of texts, from the lists by which a save checks it. */
export function* describeLanguageInSteps(): Steps<DescribedLanguage> {
  const described: DescribedTag[] = [];
  for (const [written, purpose] of tags) described.push({ ...(yield* exampleOf(written, ['en'])), purpose });
  const withExamples: DescribedFilter[] = [];
  for (const name of Object.keys(filters) as Filter['name'][]) {
    const { purpose, written } = filters[name];
    const examples: LanguageExample[] = [];
    for (const one of written) examples.push(yield* exampleOf(`{{ ${one} }}`, exampleLocales));
    withExamples.push({ name, purpose, examples });
  }
  return { tags: described, filters: withExamples, variables: describeVariables() };
}

/** Those that every template may read; fields of an event type and attributes are a platform's own. */
function describeVariables(): readonly DescribedVariable[] {
  return listMergeTags({ fields: [], attributes: [] }, { locale: 'en', timezone: 'UTC' }).map(
    ({ path, type, required }) => {
      const purpose = purposes[path];
      if (purpose === undefined) throw new Error(`The variable ${path} has no words`);
      return { path, type, required, purpose };
    },
  );
}

/** A subject is a text without marks: what is shown there is what the tag became. */
function* exampleOf(written: string, locales: readonly string[]): Steps<LanguageExample> {
  const shown: Record<string, string> = {};
  for (const locale of locales) shown[locale] = (yield* renderExampleInSteps(mailWith(written), locale)).subject;
  return { written, shown };
}

function mailWith(subject: string): Starter {
  const blocks = [{ id: 'space', type: 'spacer', attrs: { height: 8 } }];
  const composition: Composition = { editorVersion: 3, target: 'email', document: { blocks } };
  const template = { subject, from_local_part: 'mail', display_name: null, reply_to: null, locale: 'en' };
  const translations = Object.fromEntries(exampleLocales.map((locale) => [locale, {}]));
  return {
    fields: [...fields],
    template: { ...template, composition, translations },
    examples: [{ name: 'Example', payload }],
  };
}
