import { isRecord } from '../ground/input/input.ts';
import { reference as referenceShape } from '../ground/input/references.ts';
import { readContactWish } from './contact-input.ts';
import type { WantedContact } from './write-upserts.ts';

/** Parses one item of a batch, or one row of a file; its faults are told with those that stored contacts give rise to. */
export function readBatchItem(item: unknown, now: Date): WantedContact {
  const { reference, ...input } = isRecord(item) ? item : {};
  const wish = readContactWish(input, now);
  const parsed = referenceShape.safeParse(reference);
  if (parsed.success) return { target: { reference: parsed.data }, wish };
  const fault = reference === undefined ? 'is required' : 'must be 1 to 128 letters, digits, ".", "_" or "-"';
  return { target: null, wish: { ...wish, faults: { ...wish.faults, reference: [fault] } } };
}
