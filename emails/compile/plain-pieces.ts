import type { ReadText } from '../read/read-text.ts';
import { type BranchCondition, type Fit, type Pieces, valuePieces } from './pieces.ts';

/** The pieces of a text without marks, in a place without markup of its own. */
export function plainPieces(text: ReadText, fit: Fit): Pieces {
  if (text.alternatives !== undefined) {
    return text.alternatives.flatMap(({ conditions, text }) => piecesWhen(conditions, plainPieces(text, fit)));
  }
  return text.kind === 'plain' || text.kind === 'href' ? valuePieces(text.parts, fit) : [];
}

/** Pieces of which nothing is said unless each condition holds. */
export function piecesWhen(conditions: readonly BranchCondition[], body: Pieces): Pieces {
  return conditions.reduceRight<Pieces>((inner, condition) => [{ kind: 'condition', condition, body: inner }], body);
}
