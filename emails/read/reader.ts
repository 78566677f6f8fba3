/** Who reads a template is told what it holds: its faults, its texts, and what they read. */

import type { BoundTag } from '../compile/pieces.ts';
import type { TextSlot } from '../document/block.ts';
import type { Scope, Source } from '../language/sources.ts';
import { type ReadText, readText } from './read-text.ts';

/** What reading tells. */
export interface Reader {
  /** Where the texts come from: a translation by field id, or null for the template's own text. */
  translate(fieldId: string): string | null;
  fault(path: string, message: string): void;
  /** Whether so many faults were told that the rest need not be read. */
  enough(): boolean;
  /** A block could not be read, so its texts are not known. */
  skips(): void;
  /** The variable that an unknown one was meant to be, as the end of a sentence. */
  suggest(name: string, scope: Scope): string;
  /** A text was read that holds so many merge tags, marks and line breaks. */
  holds(parts: number): void;
  /** A text that can be translated, with the place it stands in. */
  localizable(fieldId: string, slot: TextSlot, scope: Scope): void;
  /** A path that is read, and what for. */
  reads(source: Source, use: 'text' | 'list' | 'condition', scope: Scope, path: string): void;
}

/** Reads one text and tells the reader of its faults and of what it reads. */
export function readSlotText(
  kind: TextSlot['kind'],
  value: string,
  scope: Scope,
  path: string,
  reader: Pick<Reader, 'fault' | 'reads' | 'holds' | 'suggest'>,
): ReadText {
  const { text, faults, parts } = readText(kind, value, scope, (name) => reader.suggest(name, scope));
  reader.holds(parts);
  for (const fault of faults) reader.fault(path, fault);
  for (const tag of text.tags) reader.reads((tag satisfies BoundTag).source, 'text', scope, path);
  return text;
}
