import { z } from 'zod';
import { isStorable, parseInput, textOf } from '../ground/input.ts';

/** Characters of the note of a suppression or of its lift (docs/rules.md#suppression-notes). */
const noteMaxLength = 1_000;

const noteInput = z.object({
  note: textOf(noteMaxLength)
    .refine((note) => note.trim() !== '', 'must not be blank')
    .refine(isStorable, 'must be text without NUL or broken characters')
    .nullish(),
});

/** Returns the note, null without one. Throws `validation_failed` under `note`. */
export function readNote(given: unknown): string | null {
  return parseInput(noteInput, { note: given }).note ?? null;
}
