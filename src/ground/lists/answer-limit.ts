/** UTF-8 bytes of the JSON of one response (docs/rules.md#graphql-errors). */
export const answerBytesMax = 16_000_000;

/** The limit as messages show it. */
export const answerMax = `${answerBytesMax / 1_000_000} MB`;

/**
 * UTF-8 bytes of the JSON of a mutation's response: it is written in the process, where others wait for it. A query that
 * reads much is written by the thread.
 */
export const mutationAnswerBytesMax = 4_000_000;
