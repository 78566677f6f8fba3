import type { App } from '../context.ts';
import type { OpenErasure } from './open-erasure.ts';
import { createWordFinder, type WordFinder } from './word-finder.ts';

/** Finds the words of the person in texts; an address of which the hash alone is kept is found by the hash. */
export function personFinder({ secrets }: App, { terms, addressHashes }: OpenErasure): WordFinder {
  const known = new Set(
    terms.flatMap((term) => (term.includes('@') ? [secrets.addressHash(term).toString('hex')] : [])),
  );
  const hidden = new Set(addressHashes.map((hash) => hash.toString('hex')).filter((hash) => !known.has(hash)));
  if (hidden.size === 0) return createWordFinder(terms);
  return createWordFinder(terms, (address) => hidden.has(secrets.addressHash(address).toString('hex')));
}
