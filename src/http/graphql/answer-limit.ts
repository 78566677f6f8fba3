/** UTF-8 bytes of the JSON of one response (docs/rules.md#graphql-errors). */
export const answerBytesMax = 16_000_000;

/** The limit as messages show it. */
export const answerMax = `${answerBytesMax / 1_000_000} MB`;
