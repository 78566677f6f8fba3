import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { itemName, listPath } from './attributes.ts';

export const repeat = defineBlock({
  type: 'repeat',
  purpose: 'Blocks that are shown once for each item of a list.',
  holds: 'children',
  attrs: z.strictObject({
    each: listPath.describe('List to repeat over, without braces, such as event.items.'),
    as: itemName,
    limit: z.int().min(1).max(10_000).nullish().describe('Items shown at most; all by default.'),
  }),
  texts: () => [],
  each: ({ each, as, limit }) => ({ each, as, limit: limit ?? null }),
  component: ({ write }) => write.repeat((item) => item.children()),
  plain: ({ speak }) => speak.repeat(speak.children()),
  example: {
    id: 'repeat-1',
    type: 'repeat',
    attrs: { each: 'event.items', as: 'item', limit: 10 },
    children: [
      {
        id: 'repeat-1-text',
        type: 'text',
        attrs: { text: '**{{ item.name }}**: {{ item.price | currency: "EUR" }}' },
      },
    ],
  },
});
