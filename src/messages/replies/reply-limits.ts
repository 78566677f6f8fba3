/** What one message takes of answers (docs/rules.md#what-one-mail-allows): who has its address can write any number. */

/** Answers of people, and those of them within an hour. */
export const repliesMax = 50;
export const repliesAnHour = 10;
/** Answers of programs; further ones are taken and thrown away, so that no two programs answer each other for ever. */
export const automaticMax = 10;
/** Bytes of the files of all answers together. */
export const fileBytesOfMessage = 20_000_000;
