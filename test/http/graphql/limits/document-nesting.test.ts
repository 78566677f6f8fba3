import { describe, expect, it } from 'vitest';
import { documentNesting } from '../../../../src/http/graphql/limits/document-nesting.ts';

describe('the nesting of a document', () => {
  it.each<[text: string, levels: number]>([
    ['{ a }', 1],
    ['{ a(b: [1, [2]]) { c } }', 4],
    ['query ($a: [[Int]] = [[1]]) { a }', 3],
    ['{ a(b: "{{{[[[") }', 2],
    ['{ a(b: "\\"{{{") }', 2],
    ['{ a(b: """{{{ \\""" [[[""") }', 2],
    ['{ a # {{{{\n }', 1],
    ['{ a # {{{{\r { b } }', 2],
    ['{ a(b: "{{{\n[[[ ', 5],
    ['', 0],
    ['"""{{{', 0],
    ['"{{{', 0],
  ])('%j has %i levels', (text, levels) => {
    expect(documentNesting(text, 100)).toBe(levels);
  });

  it('is not counted on beyond what is asked', () => {
    expect(documentNesting('['.repeat(60_000), 100)).toBe(101);
  });
});
