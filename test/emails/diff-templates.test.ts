import { describe, expect, it } from 'vitest';
import { diffInSteps } from '../../emails/check/diff-templates.ts';
import type { CompositionBlock } from '../../emails/document/composition.ts';
import { atOnce } from '../../src/ground/steps.ts';
import { block, type ContentInput, content } from './sample.ts';

const diff = (before: unknown, after: unknown, locale: string | null = null) =>
  atOnce(diffInSteps(before, after, locale));

const text = (id: string, words: string): CompositionBlock => ({ id, type: 'text', attrs: { text: words } });
const table = (label: string, each: string): CompositionBlock => ({
  id: 'rows',
  type: 'table',
  attrs: { each, as: 'item', columns: [{ label, cell: '{{ item.name }}' }] },
});

const changesOf = (before: ContentInput, after: ContentInput) => diff(content(before), content(after));

describe('the difference of two templates', () => {
  it('has the texts by language and block, with the words before and after', () => {
    const before = {
      blocks: [text('a', 'One'), text('gone', 'Bye')],
      translations: {
        de: { 'a.text': { text: 'Eins' }, subject: { text: 'Hallo' } },
        fr: { 'a.text': { text: 'Un' } },
      },
    };
    const after = {
      subject: 'Good day',
      blocks: [text('a', 'Two'), text('b', 'New')],
      translations: { de: { 'a.text': { text: 'Zwei' }, 'b.text': { text: 'Neu' } } },
    };
    expect(changesOf(before, after).texts).toEqual([
      { change: 'changed', fieldId: 'subject', blockId: null, locale: 'en', before: 'Hello', after: 'Good day' },
      { change: 'changed', fieldId: 'a.text', blockId: 'a', locale: 'en', before: 'One', after: 'Two' },
      { change: 'added', fieldId: 'b.text', blockId: 'b', locale: 'en', before: null, after: 'New' },
      { change: 'removed', fieldId: 'gone.text', blockId: 'gone', locale: 'en', before: 'Bye', after: null },
      { change: 'changed', fieldId: 'a.text', blockId: 'a', locale: 'de', before: 'Eins', after: 'Zwei' },
      { change: 'added', fieldId: 'b.text', blockId: 'b', locale: 'de', before: null, after: 'Neu' },
      { change: 'removed', fieldId: 'subject', blockId: null, locale: 'de', before: 'Hallo', after: null },
      { change: 'removed', fieldId: 'a.text', blockId: 'a', locale: 'fr', before: 'Un', after: null },
    ]);
    const german = diff(content(before), content(after), 'de').texts;
    expect(german.map(({ locale }) => locale)).toEqual(['de', 'de', 'de']);
  });

  it('has the blocks that differ by more than their texts', () => {
    const before = [table('Item', 'event.items'), text('a', 'A'), text('b', 'B'), text('c', 'C'), text('gone', 'x')];
    const inside = block('section', { padding: 8 }, { id: 'frame', children: [text('b', 'B')] });
    const after = [text('c', 'C'), table('Thing', 'event.labels'), text('a', 'Another'), inside];
    expect(changesOf({ blocks: before }, { blocks: after }).blocks).toEqual([
      { change: 'moved', id: 'c', type: 'text', attributes: [] },
      {
        change: 'changed',
        id: 'rows',
        type: 'table',
        attributes: [{ path: 'each', before: 'event.items', after: 'event.labels' }],
      },
      { change: 'added', id: 'frame', type: 'section', attributes: [] },
      { change: 'moved', id: 'b', type: 'text', attributes: [] },
      { change: 'removed', id: 'gone', type: 'text', attributes: [] },
    ]);
  });

  it('has the values outside of blocks', () => {
    const after = {
      ...content({ theme: { spacing: 8 }, settings: { width: 700, preheader: 'x' } }),
      fromLocalPart: 'b',
    };
    expect(diff({ ...content({ settings: { width: 600 } }), fromLocalPart: 'a' }, after)).toMatchObject({
      texts: [{ change: 'added', fieldId: 'preheader' }],
      values: [
        { path: 'fromLocalPart', before: 'a', after: 'b' },
        { path: 'settings.width', before: 600, after: 700 },
        { path: 'theme.spacing', before: undefined, after: 8 },
      ],
    });
  });

  it('is empty for equal templates, and for nothing at all', () => {
    const none = { texts: [], textsOmitted: 0, blocks: [], values: [] };
    const whole = content({ blocks: [table('Item', 'event.items')], translations: { de: { subject: { text: 'x' } } } });
    expect(diff(whole, structuredClone(whole))).toEqual(none);
    expect(diff({}, {})).toEqual(none);
  });

  it('reads drafts with any fault, within the limits of a template', () => {
    const hostile = [
      null,
      'x',
      {
        composition: { document: { blocks: [null, 1, { id: 'a' }, { id: 'b', type: 'no', attrs: 3, children: 'x' }] } },
      },
      { translations: { de: 'x', fr: { subject: 3 }, it: { subject: { text: 'Ciao' } } } },
      {
        composition: {
          document: { blocks: [{ id: 'd', type: 'columns', attrs: {}, columns: [{ id: 'c', children: [null] }] }] },
        },
      },
    ];
    for (const one of hostile) expect(() => [diff(one, {}), diff({}, one)]).not.toThrow();
    const deep = Array.from({ length: 50 }).reduce<CompositionBlock[]>(
      (children, _, n) => [{ id: `s${n}`, type: 'section', attrs: {}, children }],
      [],
    );
    expect(diff({}, content({ blocks: deep })).blocks).toHaveLength(8);
    const wide = Array.from({ length: 2_000 }, (_, n) => text(`t${n}`, 'x'));
    expect(diff({}, content({ blocks: wide })).blocks).toHaveLength(500);
  });

  it('lists a thousand texts and counts the others', () => {
    const translations = Object.fromEntries(
      Array.from({ length: 40 }, (_, language) => [
        `x-${language}`,
        Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`t${n}.text`, { text: 'x' }])),
      ]),
    );
    const { texts, textsOmitted } = diff(content(), content({ translations }));
    expect([texts.length, textsOmitted]).toEqual([1_000, 1_000]);
  });
});
