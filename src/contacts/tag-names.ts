/** Names of tags, and the keys made of them: tags of a workspace are the same when their keys are. */
import { z } from 'zod';
import { isStorable } from '../input.ts';

/** Names in one list (contract, Limits). */
const tagsMax = 50;
/** Characters of a name and of its key; the list filter takes no longer key (contract, Limits). */
const tagMaxLength = 64;

export interface TagName {
  readonly key: string;
  readonly name: string;
}

const tagName = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(tagMaxLength, { error: `must have at most ${tagMaxLength} characters`, abort: true })
  .refine(isStorable, { error: 'must be text without NUL or broken characters', abort: true })
  .transform((name): TagName => ({ key: tagKey(name), name }))
  .refine(({ key }) => key !== '', 'must have a letter or a digit')
  .refine(({ key }) => key.length <= tagMaxLength, 'has too long a key');

/** At most 50 names; of those with one key the first counts. */
export const tagNames = z
  // Counted before any of them is looked at.
  .array(z.unknown())
  .max(tagsMax, `must have at most ${tagsMax} tags`)
  .pipe(z.array(tagName))
  .transform((names): readonly TagName[] => [...new Map(names.toReversed().map((tag) => [tag.key, tag])).values()]);

export const tagsAdd = z.object({ tags: z.array(z.unknown()).min(1, 'must have at least one tag').pipe(tagNames) });

/** `Größe XL!` → `grosse-xl`: letters and digits of any script in lower case, accents of Latin letters off. */
function tagKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
}
