import type { FoundIds } from '../../db/lists/walk.ts';
import { idAt } from '../../ground/ids.ts';
import { type Keyset, notBefore, within } from '../../ground/lists/keyset.ts';
import { keptSince, keyLifetime } from '../../retention/lifetimes.ts';

/** Finds the rows of one part of a page. */
type Find = (page: Keyset) => Promise<FoundIds>;

interface Finders {
  /** Rows of the days for which keys are kept: an index has them. */
  readonly kept: Find;
  /** Older rows, which are searched for. */
  readonly older: Find;
}

/** Returns a page of the rows with an idempotency key. */
export async function findByKey(page: Keyset, now: Date, { kept, older }: Finders): Promise<FoundIds> {
  const edge = idAt(keptSince(keyLifetime, now));
  const parts: readonly (readonly [Keyset, Find])[] = [
    [notBefore(page, edge), kept],
    [within(page, '', edge), older],
  ];
  let found: FoundIds = { ids: [], end: null };
  for (const [part, find] of page.direction === 'desc' ? parts : parts.toReversed()) {
    const left = page.take - found.ids.length;
    if (left === 0 || found.end !== null) break;
    const { ids, end } = await find({ ...part, take: left });
    found = { ids: [...found.ids, ...ids], end };
  }
  return found;
}
