/** What changed in a text: words that went are struck out, new ones are marked. */
import { type ChangeObject, diffWords, diffWordsWithSpace } from 'diff';
import type { ReactNode } from 'react';

/** Changes of texts that have little in common are not worth looking for. */
const editsMax = 400;

export function WordChanges({ before, after }: { readonly before: string; readonly after: string }): ReactNode {
  return partsOf(before, after).map(({ value, added, removed }, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts are known by their place.
    if (added) return <ins key={place}>{value}</ins>;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts are known by their place.
    return removed ? <del key={place}>{value}</del> : <span key={place}>{value}</span>;
  });
}

function partsOf(before: string, after: string): readonly Omit<ChangeObject<string>, 'count'>[] {
  const options = { maxEditLength: editsMax };
  const words = diffWords(before, after, options);
  // Where the words are the same, spaces and line breaks differ.
  const isSame = words?.every(({ added, removed }) => !added && !removed);
  const parts = isSame ? diffWordsWithSpace(before, after, options) : words;
  return (
    parts ?? [
      { value: before, removed: true, added: false },
      { value: after, removed: false, added: true },
    ]
  );
}
