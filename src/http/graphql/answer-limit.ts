/** UTF-8 bytes of the JSON that one request may be answered with. */
export const answerBytesMax = 16_000_000;

/** How the limit is written in messages. */
export const answerMax = `${answerBytesMax / 1_000_000} MB`;
