/** A layout while somebody writes it: the form of blocks takes each of its parts for a composition of its own. */
import type { FieldErrors } from '../../api/fault.ts';
import type { LayoutContentFragment, LayoutSaveInput } from '../../api/operations.ts';
import { idsIn, readBlocks } from '../../workbench/blocks/block-tree.ts';
import { type Content, type Translations, withFreshIds } from '../../workbench/blocks/change-blocks.ts';
import { isObject, valueAt } from '../../workbench/json-at.ts';

export const layoutParts = ['header', 'footer'] as const;
export type LayoutPart = (typeof layoutParts)[number];

export interface LayoutDraft {
  readonly locale: string;
  readonly header: readonly unknown[];
  readonly footer: readonly unknown[];
  readonly translations: Translations;
  /** The version that it began from; null: the layout is new. */
  readonly base: number | null;
}

/** What a new layout begins with: all that it says is of the brand. */
const firstParts = {
  header: [{ id: 'top', type: 'header', attrs: { name: '{{ brand.name }}' } }],
  footer: [{ id: 'print', type: 'footer', attrs: { text: '{{ brand.name }}\n{{ brand.address }}' } }],
};

export function draftOf(saved: LayoutContentFragment | null): LayoutDraft {
  if (saved === null) return { locale: 'en', ...firstParts, translations: {}, base: null };
  const { locale, header, footer, translations, version } = saved;
  return {
    locale,
    header,
    footer,
    translations: isObject(translations) ? (translations as Translations) : {},
    base: version,
  };
}

export function inputOf({ locale, header, footer, translations, base }: LayoutDraft): LayoutSaveInput {
  return { locale, header, footer, translations, baseVersion: base };
}

const composed = (blocks: readonly unknown[]) => ({ document: { blocks } });

export function contentOf(draft: LayoutDraft, part: LayoutPart): Content {
  return { composition: composed(draft[part]), translations: draft.translations };
}

/** Both parts at once, for their translations. */
export function translatedContent({ header, footer, translations }: LayoutDraft): Content {
  return { composition: composed([...header, ...footer]), translations };
}

/** Takes a part back from its form. A block that came in under an id of the other part gets one of its own. */
export function withPart(draft: LayoutDraft, part: LayoutPart, { composition, translations }: Content): LayoutDraft {
  const written = valueAt(composition, ['document', 'blocks']);
  const blocks = Array.isArray(written) ? written : [];
  const other = draft[part === 'header' ? 'footer' : 'header'];
  const taken = new Set(idsIn(readBlocks(composed(other))));
  const apart = blocks.map((block, at) => {
    const isMet = idsIn(readBlocks(composed([block]))).some((id) => taken.has(id));
    return isMet ? withFreshIds(composed([...other, ...blocks.toSpliced(at, 1)]), block).copy : block;
  });
  return { ...draft, [part]: apart, translations };
}

/** The faults of a part under the paths that its form knows. */
export function errorsOf(errors: FieldErrors, part: LayoutPart): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors)
      .filter(([path]) => path === part || path.startsWith(`${part}.`))
      .map(([path, messages]) => [`document.blocks${path.slice(part.length)}`, messages]),
  );
}

/** The faults of translations, by language and field id. */
export function translationErrors(errors: FieldErrors): FieldErrors {
  const start = 'translations.';
  return Object.fromEntries(
    Object.entries(errors).flatMap(([path, messages]) =>
      path.startsWith(start) ? [[path.slice(start.length), messages]] : [],
    ),
  );
}

/** The faults of neither part: of the language, of translations, and of templates that would break. */
export function otherErrors(errors: FieldErrors): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).filter(
      ([path]) => !layoutParts.some((part) => path === part || path.startsWith(`${part}.`)),
    ),
  );
}
