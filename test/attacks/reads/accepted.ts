import type { Answer } from '../harness/reply.ts';

/** The body of an answer that must be a success: rows that were refused would not be the worst that are legal. */
// biome-ignore lint/suspicious/noExplicitAny: the caller reads what the operation promises.
export function accepted(answer: Answer): any {
  const { status, label, body } = answer;
  if (status >= 200 && status < 300 && !body?.errors) return body;
  throw new Error(`A row that should be legal was refused: ${label} ${JSON.stringify(body).slice(0, 500)}`);
}
