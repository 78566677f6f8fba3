import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { path } from './attributes.ts';

const scalar = z.union([z.string().max(1_000), z.number(), z.boolean()]);

export const condition = defineBlock({
  type: 'condition',
  holds: 'children',
  attrs: z
    .strictObject({
      when: path,
      is: z.enum(['present', 'absent', 'equals', 'not_equals']),
      /** Compared as text: `true`, `"true"` and the value true of an event are equal. */
      value: scalar.nullish(),
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
