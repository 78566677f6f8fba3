/** Checks of input, shared by the nouns: shapes by zod, faults as `validation_failed` under their path. */
import { z } from 'zod';
import { invalid } from '../errors/errors.ts';
import { type FieldErrors, pathsMax } from '../errors/field-errors.ts';
import { textOf } from './composed-text.ts';
import './zod-words.ts';
import { readTimestamp, timestampFault } from '../time/timestamp.ts';

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
