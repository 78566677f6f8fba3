/** The fields that the templates of these tests read, and short ways to make a template. */
import { checkTemplate } from '../../emails/check/check-template.ts';
import { compileTemplate } from '../../emails/compile/compile.tsx';
import type { CompiledTemplate } from '../../emails/compile/compiled-template.ts';
import type { CompositionBlock } from '../../emails/document/composition.ts';
import type { EventField, TemplateContent } from '../../emails/document/template.ts';
import { fallbacksOf } from '../../emails/language/fallbacks.ts';
import type { Known } from '../../emails/language/variable-names.ts';
import {
  type RenderedTemplate,
  type RenderOptions,
  renderTemplate,
  type TemplateValues,
} from '../../emails/render/render.ts';

export function field(name: string, type: EventField['type'] = 'string', more: Partial<EventField> = {}): EventField {
  return { name, type, required: false, fallback: null, ...more };
}

export const known: Known = {
  fields: [
    field('customer_name', 'string', { fallback: 'friend' }),
    field('order_number'),
    field('city'),
    field('code'),
    field('note'),
    field('tracking_url', 'url'),
    field('placed_at', 'datetime'),
    field('due_on', 'date'),
    field('is_gift', 'boolean'),
    field('total', 'number', { fallback: '0' }),
    field('address', 'object', { fields: [field('street'), field('city', 'string', { fallback: 'your city' })] }),
    field('items', 'list', {
      fields: [
        field('name'),
        field('quantity', 'number'),
        field('price', 'number'),
        field('parts', 'list', { fields: [field('name', 'string', { fallback: 'part' })] }),
      ],
    }),
    field('labels', 'list', { items: { type: 'string' } }),
  ],
  attributes: ['plan', 'since'],
};

export const values: TemplateValues = {
  event: {
    customer_name: 'Ada',
    order_number: 'A-17',
    city: 'Turin',
    code: '493 018',
    note: 'Ring twice',
    tracking_url: 'https://track.example/17',
    placed_at: '2026-12-31T23:30:00Z',
    due_on: '2027-01-15',
    is_gift: true,
    total: 1234.5,
    address: { street: '1 Long Road', city: 'Turin' },
    items: [
      { name: 'Kettle', quantity: 1, price: 39.9, parts: [{ name: 'Lid' }, { name: 'Base' }] },
      { name: 'Tea', quantity: 12, price: 4, parts: [] },
    ],
    labels: ['new', 'fragile'],
  },
  contact: { email: 'ada@example.com', reference: 'ada-1' },
  attributes: { plan: 'gold', since: '2020-02-29' },
  system: {
    workspace_name: 'The Shop',
    unsubscribe_url: 'https://mail.example/unsubscribe/t0ken?a=1&b=2',
    sent_on: '2026-12-31T23:30:00.000Z',
  },
};

export const options: RenderOptions = {
  locale: 'en',
  timezone: 'Europe/Berlin',
  fallbacks: fallbacksOf(known.fields),
};

export type ContentInput = Partial<Omit<TemplateContent, 'composition'>> & {
  readonly blocks?: readonly CompositionBlock[];
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly theme?: Readonly<Record<string, unknown>>;
};

export function content({ blocks = [], settings = {}, theme = {}, ...texts }: ContentInput = {}): TemplateContent {
  return {
    subject: 'Hello',
    displayName: null,
    replyTo: null,
    locale: 'en',
    translations: {},
    ...texts,
    composition: { editorVersion: 3, target: 'email', document: { settings, theme, blocks } },
  };
}

let blockNumber = 0;

/** A block with an id of its own. */
export function block(
  type: string,
  attrs: Readonly<Record<string, unknown>> = {},
  more: Partial<CompositionBlock> = {},
): CompositionBlock {
  blockNumber += 1;
  return { id: `${type}-${blockNumber}`, type, attrs, ...more };
}

export function text(words: string): CompositionBlock {
  return block('text', { text: words });
}

/** Checks first, as a save does: what the check refuses is never compiled. */
export async function compiled(input: ContentInput, locale = 'en'): Promise<CompiledTemplate> {
  const checked = checkTemplate(content(input), known);
  if (!checked.ok) throw new Error(JSON.stringify(checked.errors));
  return compileTemplate(checked.content, locale);
}

export async function rendered(
  input: ContentInput,
  event: Readonly<Record<string, unknown>> = values.event,
  more: Partial<RenderOptions> = {},
): Promise<RenderedTemplate> {
  const locale = more.locale ?? 'en';
  return renderTemplate(await compiled(input, locale), { ...values, event }, { ...options, ...more, locale });
}

/** The errors of a save, by path. */
export function errorsOf(input: unknown): Readonly<Record<string, readonly string[]>> {
  const checked = checkTemplate(input, known);
  return checked.ok ? {} : checked.errors;
}
