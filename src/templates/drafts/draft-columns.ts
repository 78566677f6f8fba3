import type { DraftContent } from './draft-input.ts';

/** The columns of a draft's content, by their parameter. */
export const draftColumnTypes = {
  subject: 'text',
  fromLocalPart: 'text',
  displayName: 'text',
  replyTo: 'text',
  locale: 'text',
  composition: 'jsonb',
  translations: 'jsonb',
  bytes: 'int',
} as const;

/** Returns the content as the parameters of a statement. */
export function draftColumns({ composition, translations, ...texts }: DraftContent) {
  const written = { composition: jsonOf(composition), translations: jsonOf(translations) };
  const bytes = Object.values(written).reduce((sum, json) => sum + Buffer.byteLength(json ?? ''), 0);
  return { ...texts, ...written, bytes };
}

function jsonOf(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
