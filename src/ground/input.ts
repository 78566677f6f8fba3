/** Checks of input, shared by the nouns: shapes by zod, faults as `validation_failed` under their path. */
import { z } from 'zod';
import { invalid } from './errors.ts';
import { type FieldErrors, pathsMax } from './field-errors.ts';
import './zod-words.ts';
import { readTimestamp, timestampFault } from './timestamp.ts';

/** Checks `input`; throws `validation_failed` with every fault under its path in the verb's spelling. */
export function parseInput<Output>(shape: z.ZodType<Output>, input: unknown): Output {
  const parsed = shape.safeParse(input);
  if (parsed.success) return parsed.data;
  throw invalid(faultsOf(parsed.error));
}

/** Returns the faults of `error` under their paths, at most as many paths as a response has. */
export function faultsOf(error: z.ZodError): FieldErrors {
  const errors = new Map<string, string[]>();
  for (const issue of error.issues) {
    const path = issue.path.join('.');
    const known = errors.get(path);
    if (known) known.push(issue.message);
    else if (errors.size < pathsMax) errors.set(path, [issue.message]);
    else break;
  }
  return Object.fromEntries(errors);
}

/** Whether `value` is a JSON object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether PostgreSQL can store `text` unchanged: no NUL, no half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/**
 * The form in which texts of people are kept and compared (docs/rules.md#composed-text): macOS and some keyboards write
 * `é` as two characters, which look like the one of all others.
 */
export function composed(text: string): string {
  return text.normalize('NFC');
}

const referencePattern = /^[A-Za-z0-9._-]{1,128}$/;
const emailMaxLength = 254;

/** At most `max` characters. The other checks of a longer text are skipped, since they may take long. */
export function textOf(max: number) {
  return z.string().max(max, { error: `must have at most ${max} characters`, abort: true });
}

/** A contact in a path or body: an id of the service, or `ref:<reference>` (docs/rules.md#references). */
export const contactPathPattern = /^(?:[0-9A-Za-z]{26}|ref:[A-Za-z0-9._-]{1,128})$/;
export const contactPathFault = 'must be an id of 26 letters and digits, or `ref:` and a reference of your own';

/** The caller's own id of a workspace or a contact (docs/rules.md#references). */
export const reference = z.string().regex(referencePattern, 'must be 1 to 128 letters, digits, ".", "_" or "-"');

/**
 * A filter of a list, compared with text of its rows; null means no filter. An empty text is rejected, because no row
 * has an empty value (docs/rules.md#list-filters).
 */
export function textFilter(max: number) {
  return z
    .string()
    .min(1, 'must not be empty')
    .max(max, `must have at most ${max} characters`)
    .refine(isStorable, 'must be text without NUL or broken characters')
    .transform(composed)
    .nullish();
}

/**
 * Checks texts that a filter compares with text of rows as they are. Rejects an empty one under `filter.<name>`. Returns
 * false when one cannot be stored: no row has it (docs/rules.md#list-filters).
 */
export function checkFilterTexts(texts: Readonly<Record<string, unknown>>): boolean {
  for (const [name, text] of Object.entries(texts)) {
    if (text === '') throw invalid({ [`filter.${name}`]: ['must not be empty'] });
  }
  return Object.values(texts).every((text) => typeof text !== 'string' || isStorable(text));
}

/** A part of a text that is looked for; an empty one is in every text. */
export function searchFilter(max: number) {
  return z
    .string()
    .max(max, `must have at most ${max} characters`)
    .refine(isStorable, 'must be text without NUL or broken characters')
    .transform((text) => (text === '' ? null : composed(text)))
    .nullish();
}

/** A point in time: a Date that the schema has parsed, or text. */
export const timestamp = z.union([z.date(), z.string()], timestampFault).transform((given, context) => {
  const instant = typeof given === 'string' ? readTimestamp(given) : given;
  if (instant === null) context.addIssue({ code: 'custom', message: timestampFault });
  return instant ?? z.NEVER;
});

/** A BCP 47 language tag of at most `max` characters, stored as given. */
export function languageTag(max: number) {
  return textOf(max).refine(isLanguageTag, 'must be a language tag such as en or pt-BR');
}

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** A name of the IANA time zone database, links included. */
export const timezone = textOf(64).refine(isTimeZone, 'must be a time zone such as Europe/Berlin');

function isTimeZone(name: string): boolean {
  // Intl also accepts offsets such as +02:00, which are no names.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * One address, stored as given but composed; internationalised domains are accepted (docs/rules.md#email-addresses).
 * Whether two are one: src/ground/equal-addresses.ts.
 */
export const emailAddress = textOf(emailMaxLength)
  .refine(isEmailAddress, 'must be an email address')
  .transform(composed);

/**
 * Blanks, control characters, halves of surrogate pairs, and characters that are invisible or reverse the direction of
 * text.
 */
const unseen = /[\s\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;
const specials = /[<>()[\]\\,;:"@]/;
/** A domain that ends so is read as an IPv4 address: `1.2` is 1.0.0.2. */
const isNumber = /^(?:\d+|0x[\da-f]*)$/i;
const domainLabel = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*$/u;

/** Split by hand: each part is read once, however long the text is. */
function isEmailAddress(text: string): boolean {
  if (text.length > emailMaxLength || unseen.test(text)) return false;
  const at = text.indexOf('@');
  const local = text.slice(0, Math.max(0, at));
  const labels = text.slice(at + 1).split('.');
  if (specials.test(local) || local.split('.').includes('')) return false;
  if (isNumber.test((labels.at(-1) ?? '').normalize('NFKC'))) return false;
  return labels.length > 1 && labels.every((label) => domainLabel.test(label) && !label.endsWith('-'));
}
