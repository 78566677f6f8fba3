import { builder } from './builder.ts';

/** Ids begin with the time of creation, so these orders need no index but that of the id. */
export const CreationOrder = builder.enumType('CreationOrder', {
  description: 'Orders of a list by the time of creation.',
  values: {
    newest: { description: 'Latest creation first.' },
    oldest: { description: 'Earliest creation first.' },
  } as const,
});
