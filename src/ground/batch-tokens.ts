/** Emits of a batch for which it takes one token of the request limit (docs/rules.md#request-limit). */
const emitsAToken = 50;

/** Tokens of the request limit that a batch takes, that of its request included. `items`: as sent. */
export function tokensOfBatch(items: unknown): number {
  return Array.isArray(items) ? Math.max(1, Math.ceil(items.length / emitsAToken)) : 1;
}
