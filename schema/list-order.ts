import { builder } from './builder.ts';

export const ListOrder = builder.enumType('ListOrder', {
  description: 'Orders of a list by the time at which its rows were recorded.',
  values: {
    newest_first: { description: 'Latest row on the first page; the usual order.' },
    oldest_first: { description: 'Earliest row on the first page.' },
  },
});

/** The direction of the ids. */
export function directionOf(order: typeof ListOrder.$inferType | null | undefined): 'asc' | 'desc' {
  return order === 'oldest_first' ? 'asc' : 'desc';
}
