/**
 * Bounds the work of rendering one message (docs/rules.md#render-budget). The size of the output is no measure: nested
 * conditions and repeats can run for hours and write nothing. So each step is paid for in advance or, where only the
 * result shows the cost, right after it; at most one value of a payload is read before it is paid for.
 */

/**
 * Units for one part of a mail, its HTML or its text; a unit is at most a nanosecond of one core of 2024. A table of
 * 5,000 rows and 12 columns, with prices and dates, takes about half of them.
 */
export const MAX_WORK = 80_000_000;

/** Characters of the HTML part, and of the text part. Mail servers reject a mail of that size. */
export const MAX_RENDERED = 10_000_000;

/** QR codes and calendars of one mail (docs/rules.md#files-of-a-mail); each takes some milliseconds. */
const MAX_FILES = 5;

/** Characters of a subject, display name or reply-to with its values. */
export const MAX_HEADER = 20_000;

/** Units, measured; `PerCharacter` for each character of a value. */
export const COST = {
  /** An item of a repeat, a condition, or a tag without the cost of its value. */
  step: 250,
  /** Removing control characters. */
  cleanPerCharacter: 2,
  /** Characters of the text that a condition compares a value with. */
  equalsPerCharacter: 6,
  /** Characters of a value that are read one by one. */
  comparePerCharacter: 16,
  /** Finding a value's direction beside words from left to right, or from right to left. */
  isolationPerCharacter: { ltr: 9, rtl: 60 },
  /** Finding a word that is too long for a narrow place. */
  longWordPerCharacter: 4,
  /** For each character that escaping adds. */
  escapedPerCharacter: 24,
  casePerCharacter: 40,
  number: 800,
  date: 3_000,
  /** For each character of a filter's result; 1e300 has 400 digits as a number. */
  formattedPerCharacter: 20,
  linkPart: 300,
  linkPerCharacter: 60,
  /** A table cell of the text part; each of its letters, unless they are Latin. */
  cell: 150,
  widthPerCharacter: 150,
  /** For each character of the text part that is tidied. */
  textPerCharacter: 4,
} as const;

/** Thrown when the rendered mail would exceed the budget. */
export class TemplateTooLarge extends Error {
  override readonly name = 'TemplateTooLarge';

  /** `what` the template makes of the values, to follow a verb. */
  constructor(readonly what: string = 'more than a mail can carry') {
    super(`The template makes ${what} of these values.`);
  }
}

/** Thrown for a subject, display name or reply-to. */
export class HeaderTooLong extends TemplateTooLarge {
  constructor() {
    super(`a subject, display name or reply-to of more than ${MAX_HEADER.toLocaleString('en')} characters`);
  }
}

export class WorkBudget {
  private left: number;
  private files = 0;

  constructor(units: number = MAX_WORK) {
    this.left = units;
  }

  /** @throws TemplateTooLarge */
  spend(units: number): void {
    this.left -= units;
    if (this.left < 0) throw new TemplateTooLarge();
  }

  /** Counts a place where the mail makes a file of its values. Throws TemplateTooLarge. */
  makeFile(): void {
    this.files += 1;
    if (this.files > MAX_FILES) throw new TemplateTooLarge(`more than ${MAX_FILES} QR codes and calendars`);
  }
}
