/** The largest template that is meant, and hostile ones: what a save, a compile and a render may take. */
import { describe, expect, it } from 'vitest';
import { checkInSteps } from '../../emails/check/check-template.ts';
import { coverageInSteps } from '../../emails/check/coverage.ts';
import { compileInSteps } from '../../emails/compile/compile.tsx';
import type { CompositionBlock } from '../../emails/document/composition.ts';
import { fellBackTags, renderTemplate } from '../../emails/render/render.ts';
import type { Steps } from '../../src/ground/steps.ts';
import { threadTime } from '../support/thread-time.ts';
import { block, content, known, options, text, values } from './sample.ts';

/** Milliseconds of processor time of one step. A step takes a hundredth; what is not bounded takes minutes. */
const PATIENCE = 10_000;

function run<Result>(steps: Steps<Result>): { readonly result: Result; readonly steps: number } {
  for (let count = 1; ; count += 1) {
    const start = threadTime();
    const step = steps.next();
    expect(threadTime() - start).toBeLessThan(PATIENCE);
    if (step.done) return { result: step.value, steps: count };
  }
}

function faultsOf(blocks: readonly CompositionBlock[], translations = {}): Readonly<Record<string, readonly string[]>> {
  const { result } = run(checkInSteps(content({ blocks, translations }), known));
  return result.ok ? {} : result.errors;
}

const languages = Array.from(
  { length: 100 },
  (_none, n) => `${'abcdefghij'[Math.floor(n / 10)]}${'abcdefghij'[n % 10]}`,
);

it('500 blocks in 100 languages are checked, covered, compiled and rendered, in short steps', () => {
  const blocks = Array.from({ length: 500 }, (_none, n) => ({
    ...text(`Hello **{{ event.customer_name }}**, number ${n}`),
    id: `b${n}`,
  }));
  const translations = Object.fromEntries(
    languages.map((language) => [
      language,
      Object.fromEntries(blocks.map(({ id }) => [`${id}.text`, { text: `${language} **{{ event.code }}**` }])),
    ]),
  );
  const checked = run(checkInSteps(content({ blocks, translations }), known));
  expect(checked.steps).toBeGreaterThan(50_000);
  if (!checked.result.ok) throw new Error(JSON.stringify(checked.result.errors));
  const saved = checked.result.content;
  expect(run(coverageInSteps(saved)).result).toHaveLength(100);
  const compiled = run(compileInSteps(saved, 'cd'));
  expect(compiled.steps).toBeGreaterThan(500);
  const { html } = renderTemplate(compiled.result, values, options);
  expect(html.match(/cd <strong>493 018<\/strong>/g)).toHaveLength(500);
  expect(fellBackTags(compiled.result, values, options)).toEqual([]);
});

describe('what no template may hold', () => {
  const nested = (levels: number) => '<div>'.repeat(levels) + '</div>'.repeat(levels);

  it('elements deeper than a hundred levels, closed or not', () => {
    const html = (written: string) => faultsOf([{ id: 'h', type: 'html', attrs: { html: written } }]);
    expect(html(nested(100))).toEqual({});
    for (const deep of [nested(101), nested(2_000), '<b>'.repeat(9_000), `{{ event.code }}${nested(3_000)}`]) {
      expect(html(deep)).toEqual({
        'composition.document.blocks.0.attrs.html': ['Elements may stand at most 100 levels deep.'],
      });
    }
  });

  it('more than ten thousand tags and comments in an html block', () => {
    const html = (written: string) => faultsOf([{ id: 'h', type: 'html', attrs: { html: written } }]);
    expect(html('<p>x</p>'.repeat(5_000))).toEqual({});
    for (const many of ['<p>x</p>'.repeat(5_001), '<'.repeat(10_001), '<!--'.repeat(25_000), nested(5_001)]) {
      expect(html(many)).toEqual({
        'composition.document.blocks.0.attrs.html': [
          'HTML may hold at most 10,000 tags and comments, counted by their <.',
        ],
      });
    }
  });

  it('deep elements in a translation', () => {
    const translations = { de: { 'h.html': { text: nested(2_000).slice(0, 20_000) } } };
    expect(faultsOf([{ id: 'h', type: 'html', attrs: { html: '<p>x</p>' } }], translations)).toEqual({
      'translations.de.h.html': ['Elements may stand at most 100 levels deep.'],
    });
  });

  it('a tag with more than ten filters', () => {
    expect(faultsOf([text(`{{ event.code${' | upper'.repeat(10)} }}`)])).toEqual({});
    expect(Object.values(faultsOf([text(`{{ event.code${' | upper'.repeat(2_000)} }}`)]))).toEqual([
      ['A merge tag may have at most 10 filters.'],
    ]);
  });

  it('more tags and marks than a mail can have, in any language', () => {
    const many = '**a** '.repeat(3_000);
    const blocks = Array.from({ length: 10 }, (_none, n) => ({ ...text(many), id: `b${n}` }));
    expect(Object.keys(faultsOf(blocks))).toEqual(['composition.document.blocks']);
    const few = Array.from({ length: 10 }, (_none, n) => ({ ...text('a'), id: `b${n}` }));
    const translations = { de: Object.fromEntries(few.map(({ id }) => [`${id}.text`, { text: many }])) };
    expect(Object.keys(faultsOf(few, translations))).toEqual(['translations.de']);
  });

  it('a table of very many columns', () => {
    const columns = Array(200_000).fill(1);
    expect(Object.keys(faultsOf([{ id: 't', type: 'table', attrs: { each: 'event.items', columns } }]))).toEqual([
      'composition.document.blocks.0.attrs.columns',
    ]);
  });

  it('more faults than anybody reads', () => {
    const translations = Object.fromEntries(
      languages.map((language) => [
        language,
        Object.fromEntries(Array.from({ length: 500 }, (_none, n) => [`x${n}`, 1])),
      ]),
    );
    expect(Object.keys(faultsOf([], translations))).toHaveLength(500);
    const tags = Array.from({ length: 2_000 }, (_none, n) => `{{ x${n} }}`).join('');
    expect(Object.values(faultsOf([text(tags)])).flat().length).toBeLessThan(5_000);
  });
});

it('columns of nothing but line breaks are said at once', () => {
  const lines = Array.from({ length: 400 }, (_none, n) => ({ id: `s${n}`, type: 'spacer', attrs: {} }));
  const blocks = [
    block('columns', { stack_on_mobile: false }, { columns: [{ id: 'left', children: lines }] }),
    text('\n'.repeat(19_000)),
  ];
  const columns = block(
    'columns',
    { stack_on_mobile: false },
    { columns: [{ id: 'right', children: [text('\n'.repeat(19_000))] }] },
  );
  expect(run(compileInSteps(content({ blocks: [...blocks, columns] }), 'en')).result.text).toHaveLength(1);
});
