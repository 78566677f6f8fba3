import type { Content } from '../blocks/change-blocks.ts';

/** The languages to choose from, and the one that is shown; beside translations it is one of theirs. */
export function languagesOf(own: string, content: Content | null, part: string, chosen: string) {
  const others = Object.keys(content?.translations ?? {}).filter((name) => name !== own);
  const locales =
    part === 'translations' && others.length > 0 ? others : [own, ...others].filter((name) => name !== '');
  return { locales, locale: locales.includes(chosen) ? chosen : (locales[0] ?? '') };
}
