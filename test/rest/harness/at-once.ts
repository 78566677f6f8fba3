/** Twenty requests at once, and what came of them. */
import type { Answered } from './check-answer.ts';

export const crowd = 20;

export function atOnce(ask: (number: number) => Promise<Answered>): Promise<readonly Answered[]> {
  return Promise.all(Array.from({ length: crowd }, (_, number) => ask(number)));
}

/** How often each answer came: `{ '201': 1, '409 reference_taken': 19 }`. */
export function tally(answers: readonly Answered[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const answer = `${status} ${status >= 400 ? body.code : ''}`.trim();
    counts[answer] = (counts[answer] ?? 0) + 1;
  }
  return counts;
}
