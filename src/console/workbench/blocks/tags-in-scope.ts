/** The merge tags that can stand in a block: those of repeats around it have the names that the repeats give. */
import { type JsonPath, valueAt } from '../json-at.ts';
import { parentOf } from './change-blocks.ts';
import type { Forms, MergeTag } from './format.ts';

interface Scope {
  readonly each: string;
  readonly as: string;
}

/** @param own Whether the text reads the item of the block's own list too, as the cells of a table do. */
export function tagsInScope(
  { tags, typeOf }: Forms,
  composition: unknown,
  path: JsonPath,
  own: boolean,
): readonly MergeTag[] {
  const scopes: Scope[] = [];
  for (let at: JsonPath | null = own ? path : parentOf(path); at !== null; at = parentOf(at)) {
    if (!typeOf(String(valueAt(composition, [...at, 'type'])))?.repeats) continue;
    const each = valueAt(composition, [...at, 'attrs', 'each']);
    if (typeof each === 'string')
      scopes.push({ each, as: String(valueAt(composition, [...at, 'attrs', 'as']) ?? 'item') });
  }
  return tags.flatMap((tag) => {
    const [inner] = tag.repeats.slice(-1);
    if (!inner) return [tag];
    const scope = scopes.find(({ each }) => each === inner.each);
    return scope ? [named(tag, inner.as, scope.as)] : [];
  });
}

function named(tag: MergeTag, from: string, to: string): MergeTag {
  if (from === to) return tag;
  const rename = (path: string) =>
    path === from || path.startsWith(`${from}.`) ? `${to}${path.slice(from.length)}` : path;
  return {
    ...tag,
    written: rename(tag.written),
    forms: tag.forms.map((form) => ({ ...form, tag: form.tag.replace(tag.written, rename(tag.written)) })),
  };
}
