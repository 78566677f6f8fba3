import { z } from 'zod';
import { isStorable, textOf } from '../ground/input/composed-text.ts';
import { parseInput } from '../ground/input/input.ts';

/** Characters of the note of a suppression or of its lift (docs/rules.md#suppression-notes). */
const noteMaxLength = 1_000;

export const suppressionNote = textOf(noteMaxLength)
  .refine((note) => note.trim() !== '', 'must not be blank')
  .refine(isStorable, 'must be text without NUL or broken characters')
  .nullish();

const noteInput = z.object({ note: suppressionNote });

/** Returns the note, null without one. Throws `validation_failed` under `note`. */
export function readNote(given: unknown): string | null {
  return parseInput(noteInput, { note: given }).note ?? null;
}
