/** Receives what a template holds while it is read: its faults, its texts, and the variables they read. */

import type { TextSlot } from '../document/block.ts';
import type { Scope, Source } from '../language/sources.ts';
import { type ReadText, readText, sourcesOf, type TextPlace } from './read-text.ts';

/** The receiver. */
export interface Reader {
  /** Blocks that are read; by default as many as any document may have. */
  readonly mostBlocks?: number;
  /** Returns the translation by field id, or null for the template's own text. */
  translate(fieldId: string): string | null;
  /** Languages of the translations and of the template's own texts. */
  readonly languages: { readonly translated: string; readonly own: string };
  fault(path: string, message: string): void;
  /** Whether there are so many faults that the rest need not be read. */
  enough(): boolean;
  /** A block could not be read, so its texts are unknown. */
  skips(): void;
  /** Returns the end of a sentence that names the variable which an unknown one was meant to be. */
  suggest(name: string, scope: Scope): string;
  /** A text with so many merge tags, marks and line breaks was read. */
  holds(parts: number): void;
  /** A text that can be translated, with its place. */
  localizable(fieldId: string, slot: TextSlot, scope: Scope): void;
  /** A path that is read, and its use. */
  reads(source: Source, use: 'text' | 'list' | 'condition', scope: Scope, path: string): void;
}

/** Hears nothing: for content that was checked before, or whose faults do not matter. */
export const quietReader: Omit<Reader, 'localizable'> = {
  translate: () => null,
  // Whatever it is: no text is filled.
  languages: { translated: 'en', own: 'en' },
  fault: () => undefined,
  enough: () => false,
  skips: () => undefined,
  suggest: () => '',
  holds: () => undefined,
  reads: () => undefined,
};

/** Reads one text; reports its faults and the variables it reads to the reader. */
export function readSlotText(
  kind: TextSlot['kind'],
  value: string,
  { scope, locale }: Pick<TextPlace, 'scope' | 'locale'>,
  path: string,
  reader: Pick<Reader, 'fault' | 'reads' | 'holds' | 'suggest'>,
): ReadText {
  const suggest = (name: string) => reader.suggest(name, scope);
  const { text, faults, parts } = readText(kind, value, { scope, locale, suggest });
  reader.holds(parts);
  for (const fault of faults) reader.fault(path, fault);
  for (const source of text.tags.flatMap(sourcesOf)) reader.reads(source, 'text', scope, path);
  return text;
}
