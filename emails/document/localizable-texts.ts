import type { Steps } from '../../src/ground/steps.ts';
import type { LocalizableText } from '../check/check-translations.ts';
import { OUTERMOST } from '../language/sources.ts';
import { readBlocks } from '../read/read-blocks.ts';
import type { Reader } from '../read/reader.ts';

export interface WrittenTexts {
  readonly subject: string;
  readonly displayName?: string | null | undefined;
  readonly composition: {
    readonly document: {
      readonly settings?: { readonly preheader?: string | undefined } | undefined;
      readonly blocks: readonly unknown[];
    };
  };
}

/** Every text that can be translated, by field id; `readBlocks` reports the texts of blocks to `reader`. */
export function* localizableTexts(
  { subject, displayName, composition }: WrittenTexts,
  reader: Omit<Reader, 'localizable'>,
): Steps<ReadonlyMap<string, LocalizableText>> {
  const texts = new Map<string, LocalizableText>();
  for (const [fieldId, value] of [
    ['subject', subject],
    ['display_name', displayName ?? ''],
    ['preheader', composition.document.settings?.preheader ?? ''],
  ] as const) {
    texts.set(fieldId, { slot: { path: fieldId, kind: 'plain', value, perItem: false }, scope: OUTERMOST });
  }
  yield* readBlocks(composition.document.blocks, {
    ...reader,
    localizable: (fieldId, slot, scope) => {
      texts.set(fieldId, { slot, scope });
    },
  });
  return texts;
}
