import { z } from 'zod';
import { defineBlock } from '../block.ts';
import { itemName, path } from './attributes.ts';

export const repeat = defineBlock({
  type: 'repeat',
  holds: 'children',
  attrs: z.strictObject({
    each: path,
    as: itemName,
    /** Items shown at most. */
    limit: z.int().min(1).max(10_000).nullish(),
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
