import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { path } from './attributes.ts';

const scalar = z.union([z.string().max(1_000), z.number(), z.boolean()]);

export const condition = defineBlock({
  type: 'condition',
  purpose: 'Blocks that are shown only when a variable has a value, or a certain value.',
  holds: 'children',
  attrs: z
    .strictObject({
      when: path.describe('Variable that decides, without braces, such as event.is_gift.'),
      is: z
        .enum(['present', 'absent', 'equals', 'not_equals'])
        .describe('Comparison; `equals` and `not_equals` compare with `value`.'),
      value: scalar
        .nullish()
        .describe('Value to compare with, as text; needed for `equals` and `not_equals`, unused otherwise.'),
    })
    .refine(({ is, value }) => is === 'present' || is === 'absent' || (value !== undefined && value !== null), {
      error: 'is needed to compare with',
      path: ['value'],
    }),
  texts: () => [],
  condition: ({ when, is, value }) => ({ when, is, value: String(value ?? '') }),
  component: ({ write }) => write.when(write.children()),
  plain: ({ speak }) => speak.when(speak.children()),
  example: {
    id: 'condition-1',
    type: 'condition',
    attrs: { when: 'event.is_gift', is: 'equals', value: true },
    children: [{ id: 'condition-1-text', type: 'text', attrs: { text: 'It comes wrapped as a gift.' } }],
  },
});
