/** Faults of every shape are said in our words (docs/rules.md#words-of-faults). */
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { faultsOf, timestamp } from '../../../src/ground/input/input.ts';
import { rawWords } from '../../support/raw-words.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const values: readonly unknown[] = [
  ...[undefined, null, true, Symbol('s'), Number.NaN, new Date(Number.NaN)],
  ...[-1, 0, 1.5, 7, 1e30, '', 'x', 'x'.repeat(30_000), '\0'],
  ...[[], [null], [7], [''], {}, { x: 1 }, { x: null }],
];

/** The shapes that a file exports, and those inside them. */
function shapesIn(shape: unknown, depth = 0): readonly z.ZodType[] {
  if (!(shape instanceof z.ZodType) || depth > 8) return [];
  const inner: readonly unknown[] =
    shape instanceof z.ZodObject
      ? Object.values(shape.shape)
      : shape instanceof z.ZodArray
        ? [shape.element]
        : shape instanceof z.ZodPipe
          ? [shape.in]
          : shape instanceof z.ZodUnion
            ? shape.options
            : shape instanceof z.ZodOptional || shape instanceof z.ZodNullable || shape instanceof z.ZodDefault
              ? [shape.unwrap()]
              : [];
  return [shape, ...inner.flatMap((one) => shapesIn(one, depth + 1))];
}

describe('no shape', () => {
  const files = ['src', 'emails'].flatMap((room) =>
    globSync(`${room}/**/*.{ts,tsx}`, { cwd: root, exclude: ['src/console/**', 'src/local/**', 'src/docs/**'] }),
  );

  it('has words of the library, whatever it is given', async () => {
    let count = 0;
    for (const file of files) {
      const path = join(root, file);
      const text = await readFile(path, 'utf8');
      // A command runs when it is imported; it exports nothing.
      if (!text.includes("from 'zod'") || !/^export /m.test(text)) continue;
      const exported: Readonly<Record<string, unknown>> = await import(path);
      for (const [name, value] of Object.entries(exported)) {
        for (const shape of shapesIn(value)) {
          count += 1;
          for (const given of values) {
            const { error } = shape.safeParse(given);
            const words = Object.values(error ? faultsOf(error) : {}).flat();
            expect(
              words.filter((word) => rawWords.test(word)),
              `${file} ${name}`,
            ).toEqual([]);
          }
        }
      }
    }
    expect(count).toBeGreaterThan(150);
  }, 60_000);
});

describe('the words of a fault', () => {
  const wordsOf = (shape: z.ZodType, given: unknown) =>
    faultsOf(shape.safeParse(given).error ?? new z.ZodError([]))[''];

  it.each([
    ['a field that is missing', z.string(), undefined, 'is required'],
    ['another type', z.array(z.string()), 7, 'must be an array'],
    ['a part of a number', z.int(), 1.5, 'must be a whole number'],
    ['an enum', z.enum(['a', 'b', 'c']), 'd', 'must be one of a, b, c'],
    ['one value', z.literal(3), 4, 'must be 3'],
    ['a long text', z.string().max(2_000), 'x'.repeat(2_001), 'must have at most 2,000 characters'],
    ['a short list', z.array(z.int()).min(1), [], 'must have at least 1 item'],
    ['a small number', z.number().min(2), 1, 'must be at least 2'],
    ['a multiple', z.number().multipleOf(5), 1, 'must be a multiple of 5'],
    ['an unknown key', z.strictObject({}), { ['k'.repeat(70)]: 1 }, `has a key that is not known: ${'k'.repeat(64)}…`],
    ['several shapes', z.union([z.string(), z.int()]), null, 'is not valid'],
    ['a time', timestamp, 7, 'must be an ISO 8601 date-time with an offset, such as 2026-01-31T09:30:00Z'],
  ] as const)('for %s', (_, shape, given, words) => {
    expect(wordsOf(shape, given)).toEqual([words]);
  });
});
