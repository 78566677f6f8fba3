/** The arguments of a list whose rows have a time, in REST `created_after` and `created_before`. */
export const fromArg = { type: 'DateTime', description: 'Only rows that were made at this time or later.' } as const;
export const untilArg = { type: 'DateTime', description: 'Only rows that were made before this time.' } as const;
