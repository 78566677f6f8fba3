/** Size limits of a request body (docs/rules.md#body-size, docs/rules.md#json-limits). */
import { defaultNodesMax } from './measure-json.ts';

export const mebibyte = 1_048_576;

export interface BodyLimits {
  readonly bytes: number;
  /** Values of its JSON: objects, lists and scalars. */
  readonly nodes: number;
}

/** For an operation without limits of its own. */
export const usualBodyLimits: BodyLimits = { bytes: 2 * mebibyte, nodes: defaultNodesMax };
