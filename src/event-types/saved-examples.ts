/** Examples as they are kept (docs/rules.md#event-type-examples). */
import { exampleIn } from '../../emails/index.ts';
import type { EventField } from './event-field.ts';
import { type EventTypeExample, fits } from './event-type-examples.ts';

/** The examples of an event type as its column has them; only the save writes it. */
export function examplesOf(column: unknown): readonly EventTypeExample[] {
  return (column ?? []) as readonly EventTypeExample[];
}

/** The examples that an emit with these fields accepts. */
export function fittingExamples(
  fields: readonly EventField[],
  examples: readonly EventTypeExample[],
): readonly EventTypeExample[] {
  return examples.filter((example) => fits(fields, example));
}

/** The example that shows a template in a language where none is named; undefined: there is none. */
export function usualExample(
  fields: readonly EventField[],
  examples: readonly EventTypeExample[],
  locale: string | null | undefined,
): EventTypeExample | undefined {
  return exampleIn(fittingExamples(fields, examples), locale ?? '');
}
