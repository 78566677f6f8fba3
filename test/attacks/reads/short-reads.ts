/** The reads of `ATTACKS=short`: those that once were the worst. */
export const shortReads: readonly string[] = ['templatePayloads cheap'];
