/** The name of an event type (docs/rules.md#event-type-names). */
import { isStorable } from '../input.ts';

/** Characters. */
const maxLength = 128;

const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

export function isEventTypeName(text: string): boolean {
  return text.length <= maxLength && pattern.test(text);
}

/** Whether the database may be asked for the name: a text of many MiB is never sent to it. */
export function mayNameEventType(text: string): boolean {
  return text.length <= maxLength && isStorable(text);
}
