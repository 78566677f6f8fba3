/**
 * A spreadsheet takes a text of a CSV file that begins like a formula for one. Such a text is exported behind an
 * apostrophe, which spreadsheets take for the sign of a text, and an import takes the apostrophe off again
 * (docs/rules.md#formulas-in-a-file).
 */

/** With the apostrophes of a text that begins so itself, so that it comes back as it was. */
const likeFormula = /^'*[=+\-@\t\r]/;
const withApostrophe = /^'+[=+\-@\t\r]/;

export const asText = (value: string): string => (likeFormula.test(value) ? `'${value}` : value);

export const fromText = (value: string): string => (withApostrophe.test(value) ? value.slice(1) : value);
