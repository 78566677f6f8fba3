/** How much a body may hold, by operation (decisions, section 2). */
import { defaultNodesMax } from '../src/http/measure-json.ts';

const mebibyte = 1_048_576;

export interface BodyLimits {
  readonly bytes: number;
  /** Values of its JSON: objects, lists and scalars. */
  readonly nodes: number;
}

const others: BodyLimits = { bytes: 2 * mebibyte, nodes: defaultNodesMax };
/** 500 blocks in 100 languages are 50,000 texts with their sources, three values each. */
const template: BodyLimits = { bytes: 2 * mebibyte, nodes: 250_000 };

const byOperation: Readonly<Record<string, BodyLimits>> = {
  emitEvent: { bytes: 32 * mebibyte, nodes: defaultNodesMax },
  upsertContacts: { bytes: 8 * mebibyte, nodes: defaultNodesMax },
  saveTemplate: template,
  previewTemplate: template,
};

export function bodyLimits(operationId: string): BodyLimits {
  return byOperation[operationId] ?? others;
}
