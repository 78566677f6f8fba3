/** How much the body of a request may hold (docs/rules.md#body-size, docs/rules.md#json-limits). */
import { defaultNodesMax } from './measure-json.ts';

export const mebibyte = 1_048_576;

export interface BodyLimits {
  readonly bytes: number;
  /** Values of its JSON: objects, lists and scalars. */
  readonly nodes: number;
}

/** Of an operation that names no limits of its own. */
export const usualBodyLimits: BodyLimits = { bytes: 2 * mebibyte, nodes: defaultNodesMax };
