/** Size limits of a request body (docs/rules.md#body-size, docs/rules.md#json-limits). */
import { defaultNodesMax } from '../json/measure-json.ts';

export const mebibyte = 1_048_576;

export interface BodyLimits {
  readonly bytes: number;
  /** Values of its JSON: objects, lists and scalars. */
  readonly nodes: number;
}

/** Bytes of the bodies that may be larger than the usual one, by what they carry. */
export const largeBodies = { batch: 8 * mebibyte, file: 16 * mebibyte, emit: 32 * mebibyte } as const;

/** For an operation without limits of its own. */
export const usualBodyLimits: BodyLimits = { bytes: 2 * mebibyte, nodes: defaultNodesMax };
