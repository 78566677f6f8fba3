import { z } from 'zod';
import { isStorable, textOf } from '../../ground/input/composed-text.ts';
import { parseInput } from '../../ground/input/input.ts';

/** Characters of the note of a version (docs/rules.md#version-notes). */
const noteMaxLength = 500;

const noteInput = z.object({
  note: textOf(noteMaxLength).refine(isStorable, 'must be text without NUL or broken characters').nullish(),
});

/** Returns the note without outer blanks; null for none. Throws `validation_failed` under `note`. */
export function readNote(note: unknown): string | null {
  const text = parseInput(noteInput, { note }).note?.trim();
  return text === undefined || text === '' ? null : text;
}
