/** The name of an event type (docs/rules.md#event-type-names). */
import { isStorable } from '../ground/input/composed-text.ts';

const namePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export function isEventTypeName(text: string): boolean {
  return namePattern.test(text);
}

/** Characters of a text that is looked for among the names: a longer one, of many MiB even, is none of them. */
const askedFor = 128;

/** Whether the database may be asked for the name. */
export function mayNameEventType(text: string): boolean {
  return text.length <= askedFor && isStorable(text);
}
