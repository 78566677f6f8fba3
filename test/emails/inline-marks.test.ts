/** Texts of marks that never close: read in one pass, and few pieces, so that nothing after it has more to do. */
import { describe, expect, it } from 'vitest';
import { checkInSteps } from '../../emails/check/check-template.ts';
import { compileInSteps } from '../../emails/compile/compile.tsx';
import { parseInline } from '../../emails/language/inline-marks.ts';
import type { Inline } from '../../emails/language/inline-node.ts';
import { content, known, text } from './sample.ts';

/** Characters of the longest text (emails/document/composition.ts). */
const longest = 20_000;
const filled = (unit: string) => unit.repeat(Math.floor(longest / unit.length));

/** Marks that never close, or that close at once. */
const units = [
  ...['[x](', '[', ']', '](', '[[x]', '[x](a', '[x](a b)', 'a_b', '*', '**[_', ' _**[x]('],
  ...['** x', '_ x', '\\', '\\[', '[x](https://a.example) '],
];

const textsIn = (nodes: readonly Inline<string>[]): readonly (readonly string[])[] =>
  nodes.flatMap((node) => {
    if (node.kind === 'text') return [node.parts];
    return 'children' in node ? textsIn(node.children) : [];
  });

describe('constants that stand side by side are one', () => {
  it.each(units)('%s', (unit) => {
    for (const parts of textsIn(parseInline([filled(unit)]))) expect(parts).toHaveLength(1);
  });

  it('around merge tags too', () => {
    const tag = { tag: true };
    expect(parseInline(['[a', tag, 'b](c', tag, '[d'])).toEqual([
      { kind: 'text', parts: ['[a', tag, 'b](c', tag, '[d'] },
    ]);
  });
});

it('the target of a link may end in a part that was searched before', () => {
  const tag = { tag: true };
  expect(parseInline(['[a](b [c](', tag, 'd) [e](f)'])).toEqual([
    { kind: 'text', parts: ['[a](b '] },
    { kind: 'link', href: [tag, 'd'], children: [{ kind: 'text', parts: ['c'] }] },
    { kind: 'text', parts: [' '] },
    { kind: 'link', href: ['f'], children: [{ kind: 'text', parts: ['e'] }] },
  ]);
});

describe('the target of a link ends at the bracket that closes it', () => {
  const hrefOf = (target: string) =>
    parseInline([`[a](${target}) b`]).flatMap((node) => (node.kind === 'link' ? node.href : []));

  it.each(['https://en.example/Foo_(bar)', 'https://a.example/((x)(y))/z', 'https://a.example/?q=(1)&r=()'])(
    '%s',
    (target) => {
      expect(hrefOf(target)).toEqual([target]);
      expect(parseInline([`(see [a](${target})) b`])[1]).toMatchObject({ kind: 'link', href: [target] });
    },
  );

  it('or at the first one where brackets do not pair', () => {
    expect(hrefOf('https://a.example/x_(y')).toEqual(['https://a.example/x_(y']);
    expect(hrefOf('https://a.example/x)y')).toEqual(['https://a.example/x']);
  });

  it('across merge tags', () => {
    const tag = { tag: true };
    expect(parseInline(['[a](https://a.example/', tag, '_(', tag, ')) b'])[0]).toMatchObject({
      href: ['https://a.example/', tag, '_(', tag, ')'],
    });
  });

  it('in one pass', () => {
    for (const unit of ['[x](((', '[x](()', '[](']) parseInline([filled(unit)]);
  });
});

describe('a mark between blanks is no mark', () => {
  it.each(['2 ** 3 ** 4', 'a _ b _ c', 'x ** y and **', '** '])('%s', (text) => {
    expect(parseInline([text])).toEqual([{ kind: 'text', parts: [text] }]);
  });

  it('and beside a word it is one', () => {
    expect(parseInline(['a **b** _c_'])).toMatchObject([{}, { kind: 'bold' }, {}, { kind: 'italic' }]);
  });
});

it('a target of more than 2,048 characters is none', () => {
  const target = (length: number) => parseInline([`[a](${'b'.repeat(length)})`])[0]?.kind;
  expect(target(2_048)).toBe('link');
  expect(target(2_049)).toBe('text');
});

it('texts of marks that never close are compiled to few pieces, with steps for each block', () => {
  const blocks = Array.from({ length: 100 }, (_none, n) => ({ ...text(filled('[x](')), id: `b${n}` }));
  const written = content({ blocks });
  const checking = checkInSteps(written, known);
  let checked = checking.next();
  while (!checked.done) checked = checking.next();
  expect(checked.value.ok).toBe(true);
  const compiling = compileInSteps(written, 'en');
  let steps = 1;
  let compiled = compiling.next();
  for (; !compiled.done; compiled = compiling.next()) steps += 1;
  // Read, written as HTML and said as text, each by itself.
  expect(steps).toBeGreaterThan(3 * blocks.length);
  expect(compiled.value.text).toHaveLength(1);
});
