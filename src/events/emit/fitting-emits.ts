/** Which accepted emits of one batch are written together: one of each key, and no more to an address than its hour takes. */
import { emitsLeft } from './address-limit.ts';
import type { AcceptedEmit } from './decide-emit.ts';

export const keyOf = ({ workspaceId, key }: AcceptedEmit) => `${workspaceId} ${key}`;

/** Equal keys of one batch are merged: the first is written, the others get its answer. */
export function firstOfEachKey(emits: readonly AcceptedEmit[]): ReadonlyMap<string, AcceptedEmit> {
  const first = new Map<string, AcceptedEmit>();
  for (const emit of emits) if (!first.has(keyOf(emit))) first.set(keyOf(emit), emit);
  return first;
}

/**
 * Leaves out the emits that are more than their address takes in an hour. Decided again after the others are written,
 * they find the hour full.
 */
export function withinHour(emits: readonly AcceptedEmit[], now: Date): readonly AcceptedEmit[] {
  const taken = new Map<string, number>();
  return emits.filter(({ workspaceId, addressHash, record, facts, sendAt }) => {
    if (record.message === null || sendAt !== null) return true;
    const address = `${workspaceId} ${addressHash.toString('hex')}`;
    const before = taken.get(address) ?? 0;
    if (before >= emitsLeft(facts.recent, now)) return false;
    taken.set(address, before + 1);
    return true;
  });
}
