/** Hostile templates and payloads: each shape here once ran for minutes or hours. */
import { describe, expect, it } from 'vitest';
import type { CompositionBlock } from '../../emails/document/composition.ts';
import { fellBackTags, renderInSteps, TemplateTooLarge } from '../../emails/render/render.ts';
import { threadTime } from '../support/thread-time.ts';
import { block, compiled, options, text, values } from './sample.ts';

/** Milliseconds of processor time; a step takes less than a tenth of this, and took many times this without a budget. */
const PATIENCE = 2_000;

interface Outcome {
  readonly tooLarge: boolean;
  readonly longestStep: number;
}

/** Renders, and walks the tags as an emit does. */
async function outcomeOf(
  blocks: readonly CompositionBlock[],
  event: Readonly<Record<string, unknown>>,
  locale = 'en',
): Promise<Outcome & { readonly walk: Outcome }> {
  const template = await compiled({ blocks }, locale);
  const message = { ...values, event };
  const settings = { ...options, locale };
  const steps = renderInSteps(template, message, settings);
  const render = longest(() => steps.next().done === true);
  const walk = longest(() => {
    fellBackTags(template, message, settings);
    return true;
  });
  return { ...render, walk };
}

function longest(step: () => boolean): Outcome {
  let longestStep = 0;
  for (;;) {
    const start = threadTime();
    try {
      const done = step();
      longestStep = Math.max(longestStep, threadTime() - start);
      if (done) return { tooLarge: false, longestStep };
    } catch (error) {
      if (!(error instanceof TemplateTooLarge)) throw error;
      return { tooLarge: true, longestStep: Math.max(longestStep, threadTime() - start) };
    }
  }
}

function nested(depth: number, each: string, inside: readonly CompositionBlock[]): readonly CompositionBlock[] {
  return Array.from({ length: depth }).reduce<readonly CompositionBlock[]>(
    (children, _none, n) => [block('repeat', { each, as: `item${n}` }, { children })],
    inside,
  );
}

function condition(when: string, is: string, value?: string): CompositionBlock {
  return block('condition', { when, is, value }, { children: [text('{{ event.code }}')] });
}

const many = (count: number) => Array.from({ length: count }, (_none, n) => ({ name: `n${n}`, price: n + 0.37 }));
const table = (...cells: readonly string[]) =>
  block('table', { each: 'event.items', as: 'row', columns: cells.map((cell) => ({ label: '', cell })) });
const characters = 250_000;

interface Shape {
  readonly blocks: readonly CompositionBlock[];
  readonly event: Readonly<Record<string, unknown>>;
  readonly locale?: string;
  /** Whether it is too much for a mail; otherwise it is made, and quickly. */
  readonly tooLarge: boolean;
}

const shapes: Readonly<Record<string, Shape>> = {
  'repeats seven deep': {
    blocks: nested(7, 'event.labels', [text('{{ event.code }}')]),
    event: { labels: Array(60).fill('') },
    tooLarge: true,
  },
  'conditions in repeats on a long value': {
    blocks: nested(5, 'event.labels', [
      condition('event.note', 'absent'),
      condition('event.note', 'equals', 'x'.repeat(1_000)),
      condition('event.note', 'not_equals', 'x'.repeat(characters).slice(0, 1_000)),
    ]),
    event: { labels: Array(100).fill('a'), note: 'x'.repeat(characters) },
    tooLarge: true,
  },
  'conditions on control characters': {
    blocks: nested(2, 'event.labels', [condition('event.note', 'present'), condition('event.note', 'equals', 'x')]),
    event: { labels: Array(100).fill('a'), code: 'c', note: `${'\u0001'.repeat(characters)}y` },
    tooLarge: true,
  },
  'a table of very many rows': {
    blocks: [table('{{ row.name }}')],
    event: { items: Array(130_000).fill({ name: '' }) },
    tooLarge: true,
  },
  'a list of very many numbers': {
    blocks: nested(1, 'event.labels', [text('{{ item0 }}')]),
    event: { labels: Array(260_000).fill('1') },
    tooLarge: true,
  },
  'one long word in a table': {
    blocks: [table('{{ row.name }}', '{{ row.price }}')],
    event: { items: [{ name: 'x'.repeat(characters) }, ...many(3_000)] },
    tooLarge: true,
  },
  'wide letters in a table': {
    blocks: [table('{{ row.name }}')],
    event: { items: Array(17_000).fill({ name: '日本語日本語' }) },
    tooLarge: false,
  },
  'labels of a whole text': {
    blocks: Array.from({ length: 40 }, () =>
      block('table', {
        each: 'event.items',
        as: 'row',
        columns: Array.from({ length: 12 }, () => ({ label: '日'.repeat(4_000), cell: '{{ row.name }}' })),
      }),
    ),
    event: { items: many(50) },
    tooLarge: true,
  },
  'spaces that end no line': {
    blocks: [text('a{{ event.note }}b \nc')],
    event: { note: ' '.repeat(characters) },
    tooLarge: false,
  },
  'spaces in a link': {
    blocks: [block('button', { label: 'Go', href: 'https://a.example/{{ event.note }}x' })],
    event: { note: `"${' '.repeat(characters)}` },
    tooLarge: false,
  },
  'a link of spaces': {
    blocks: [block('button', { label: 'Go', href: '{{ event.note }}' })],
    event: { note: `https://a.example/"${' '.repeat(characters)}x` },
    tooLarge: false,
  },
  'a link of many long parts': {
    blocks: [block('button', { label: 'Go', href: `https://a.example/${'{{ event.note }}'.repeat(1_200)}` })],
    event: { note: 'é'.repeat(characters / 2) },
    tooLarge: true,
  },
  'a link of many short parts': {
    blocks: [block('button', { label: 'Go', href: `https://a.example${'{{ event.code }}'.repeat(1_200)}` })],
    event: { code: 'y'.repeat(400) },
    tooLarge: false,
  },
  'signs to escape': {
    blocks: [text('{{ event.note }}'.repeat(300))],
    event: { note: '<'.repeat(characters) },
    tooLarge: true,
  },
  'letters against the mail': {
    blocks: Array.from({ length: 40 }, () => text('{{ event.note }}')),
    event: { note: 'م'.repeat(characters) },
    locale: 'ar',
    tooLarge: true,
  },
  'prices of very many rows': {
    blocks: [table('{{ row.price | currency: "EUR" }}')],
    event: { items: many(100_000) },
    tooLarge: true,
  },
  'prices of hundreds of digits': {
    blocks: [table('{{ row.price | currency: "EUR" }}'.repeat(3))],
    event: { items: Array.from({ length: 20_000 }, (_none, n) => ({ price: Number(`${n + 1}e300`) })) },
    tooLarge: true,
  },
  'digits that are no number': {
    blocks: [text('{{ event.note | number }} {{ event.note | currency: "EUR" }}')],
    event: { note: `${'1'.repeat(characters)}x` },
    tooLarge: false,
  },
  'dates that are none': {
    blocks: [text('{{ event.note | datetime }}'), table('{{ row.name | date: "full" }}')],
    event: { note: `2026-01-01T00:00:00.${'0'.repeat(characters)}`, items: many(2_000) },
    tooLarge: false,
  },
  'dates of very many rows': {
    blocks: [table('{{ row.name | datetime: "full" }}')],
    event: {
      items: Array.from({ length: 30_000 }, (_none, n) => ({ name: new Date(n * 1e7).toISOString() })),
    },
    tooLarge: true,
  },
  'capitals of a long value': {
    blocks: Array.from({ length: 60 }, () => text('{{ event.note | upper | lower | upper }}')),
    event: { note: 'ΐ'.repeat(characters) },
    tooLarge: true,
  },
};

describe('the work of one mail is bounded', () => {
  it.each(Object.entries(shapes))('%s', async (_name, { blocks, event, locale, tooLarge }) => {
    const outcome = await outcomeOf(blocks, event, locale);
    expect(outcome.tooLarge).toBe(tooLarge);
    expect(outcome.longestStep).toBeLessThan(PATIENCE);
    expect(outcome.walk.longestStep).toBeLessThan(PATIENCE);
    // Whatever an emit refuses could not be rendered.
    if (outcome.walk.tooLarge) expect(outcome.tooLarge).toBe(true);
  });

  it('a subject of a whole value is none', async () => {
    const template = await compiled({ subject: '{{ event.note }}' });
    const steps = renderInSteps(template, { ...values, event: { note: 'x'.repeat(characters) } }, options);
    expect(() => steps.next()).toThrow(TemplateTooLarge);
  });
});

describe('the largest mails that are meant', () => {
  const event = {
    note: 'word '.repeat(20_000),
    items: Array.from({ length: 5_000 }, (_none, n) => ({
      name: `Article number ${n}, in blue`,
      quantity: n % 9,
      price: n + 0.37,
      parts: [{ name: 'Lid' }],
    })),
  };

  it('5,000 objects in a table of prices', async () => {
    const cells = ['{{ row.name }}', '{{ row.quantity | number }}', '{{ row.price | currency: "EUR" }}'];
    const outcome = await outcomeOf([text('{{ event.note }}'), table(...cells, ...cells)], event);
    expect(outcome).toMatchObject({ tooLarge: false, walk: { tooLarge: false } });
  });

  it('5,000 objects with conditions and lists of their own', async () => {
    const repeat = block(
      'repeat',
      { each: 'event.items', as: 'item' },
      {
        children: [
          text('**{{ item.name }}** {{ item.price | currency: "EUR" }}'),
          ...['0', '1', '2', '3'].map((value) =>
            block(
              'condition',
              { when: 'item.quantity', is: 'equals', value },
              { children: [text('{{ item.quantity }}')] },
            ),
          ),
          block('repeat', { each: 'item.parts', as: 'part' }, { children: [text('{{ part.name }}')] }),
        ],
      },
    );
    expect(await outcomeOf([repeat], event)).toMatchObject({ tooLarge: false, walk: { tooLarge: false } });
  });
});
