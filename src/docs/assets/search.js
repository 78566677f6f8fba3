/**
 * The search of the documentation, in the browser (docs/rules.md#search-of-the-documentation): words may be misspelt, cut
 * short or in another form, and what has all of them comes before what has some. docs.js loads it, and the library
 * MiniSearch, when the search is first opened.
 */

/** Of what is typed; more is not read. */
const longestQuery = 100;
const mostWords = 8;
const shown = 12;

/** A misspelt word of four letters or more may differ by one letter, a long one by two. */
const options = {
  prefix: (word) => word.length > 1,
  fuzzy: (word) => (word.length < 4 ? false : word.length < 9 ? 1 : 2),
  boost: { title: 6, words: 5, group: 2 },
  weights: { prefix: 0.6, fuzzy: 0.35 },
};
/** Guides come before the reference where both have the words. */
const guideBoost = 1.8;

/** `entries`: of /docs/search.json. Returns the search: a text in, the best entries out. */
export function createSearch(MiniSearch, entries) {
  const index = new MiniSearch({ fields: ['title', 'words', 'group', 'text'] });
  index.addAll(entries.map(({ title, words = '', group, text }, id) => ({ id, title, words, group, text })));
  return (typed) => {
    const query = typed.slice(0, longestQuery).trim().split(/\s+/).slice(0, mostWords).join(' ');
    if (query === '') return [];
    const boostDocument = (id) => (entries[id].group === 'Guide' ? guideBoost : 1);
    const every = index.search(query, { ...options, boostDocument, combineWith: 'AND' });
    const some = index.search(query, { ...options, boostDocument, combineWith: 'OR' });
    const ids = new Set([...every, ...some].map(({ id }) => id));
    return [...ids].slice(0, shown).map((id) => entries[id]);
  };
}
