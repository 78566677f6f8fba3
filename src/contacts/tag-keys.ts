/** Keys of tags: made from the name, with a number when the key is taken in the workspace (docs/rules.md#tag-keys). */
import { tagMaxLength } from './tag-names.ts';

/** The key of a name without letters and digits. */
const keyOfSigns = 'tag';
/** The number of the second tag of one key: `c`, `c-2`. */
const firstNumber = 2;

/** Returns which of `keys` tags of the workspace already have. */
export type FindTaken = (keys: readonly string[]) => Promise<ReadonlySet<string>>;

/**
 * Returns a key for each of `names`, in order; all differ and none is taken. The number of calls of `findTaken` grows
 * with the logarithm of the numbers in use.
 */
export async function chooseKeys(names: readonly string[], findTaken: FindTaken): Promise<readonly string[]> {
  const plain = names.map(plainKey);
  const used = new Set(await findTaken([...new Set(plain)]));
  const keys: string[] = [];
  const waiting = new Map<string, number[]>();
  for (const [at, key] of plain.entries()) {
    if (used.has(key)) waiting.set(key, [...(waiting.get(key) ?? []), at]);
    else keys[at] = key;
    used.add(key);
  }
  const starts = await freeNumbers([...waiting.keys()], findTaken);
  let windows = [...waiting].map(([key, places]) => ({
    key,
    places,
    start: starts.get(key) ?? 0,
    size: places.length,
  }));
  while (windows.length > 0) {
    const candidates = windows.map(({ key, start, size }) =>
      Array.from({ length: size }, (_, at) => numberedKey(key, start + at)),
    );
    const taken = await findTaken(candidates.flat());
    windows = windows.flatMap((window, position) => {
      const places = [...window.places];
      for (const candidate of candidates[position] ?? []) {
        if (taken.has(candidate) || used.has(candidate)) continue;
        const at = places.shift();
        if (at === undefined) break;
        keys[at] = candidate;
        used.add(candidate);
      }
      // Twice as many the next time, so that a long run of taken keys ends soon.
      const next = { ...window, places, start: window.start + window.size, size: window.size * 2 };
      return places.length > 0 ? [next] : [];
    });
  }
  return keys;
}

/** Finds a free number for each of `keys`, after a taken one: by doubling, then by halving the range. */
async function freeNumbers(keys: readonly string[], findTaken: FindTaken): Promise<ReadonlyMap<string, number>> {
  const ranges = keys.map((key) => ({ key, taken: firstNumber - 1, free: firstNumber, doubling: true }));
  const probeOf = ({ taken, free, doubling }: (typeof ranges)[number]) =>
    doubling ? free : Math.floor((taken + free) / 2);
  for (;;) {
    const open = ranges.filter(({ taken, free, doubling }) => doubling || free - taken > 1);
    if (open.length === 0) return new Map(ranges.map(({ key, free }) => [key, free]));
    const found = await findTaken(open.map((range) => numberedKey(range.key, probeOf(range))));
    for (const range of open) {
      const probe = probeOf(range);
      const isTaken = found.has(numberedKey(range.key, probe));
      if (range.doubling && isTaken) range.free = probe * 2;
      else range.doubling = false;
      if (isTaken) range.taken = probe;
      else range.free = probe;
    }
  }
}

/** `Größe XL!` → `grosse-xl`: letters and digits of any script in lower case, Latin letters without accents. */
function plainKey(name: string): string {
  const key = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return /[\p{L}\p{N}]/u.test(key) ? cutKey(key, tagMaxLength) : keyOfSigns;
}

function numberedKey(key: string, number: number): string {
  return `${cutKey(key, tagMaxLength - `-${number}`.length)}-${number}`;
}

/** Cuts a key to `length` UTF-16 units, without half a character and without a sign at its end. */
function cutKey(key: string, length: number): string {
  if (key.length <= length) return key;
  return key.slice(0, length).replace(/[\uD800-\uDBFF]$|-$/, '');
}
