import type { Explanation, Step, Verdict } from './explanation.ts';
import { capital } from './steps.ts';

/** In the order of their weight. */
const decisive: readonly Verdict[] = ['refuses', 'ended', 'holds'];

/**
 * The first rule that refuses, ended or holds is the cause; without one the cause is `usual`, and `summary` its
 * sentence.
 */
export function explain(steps: readonly Step[], usual: Explanation['cause'], summary: string): Explanation {
  const first = decisive.flatMap((verdict) => steps.find((step) => step.verdict === verdict) ?? [])[0];
  if (!first?.cause) return { cause: usual, summary, steps };
  return { cause: first.cause, summary: sentence(first), steps };
}

function sentence({ verdict, fact, at, until, endedBy }: Step): string {
  const time = at === null ? '' : ` (${verdict === 'ended' ? '' : 'since '}${at.toISOString()})`;
  const lead = { holds: 'Held: ', refuses: 'Refused: ' }[String(verdict)];
  const end = until === null ? endedBy : `It goes on at ${until.toISOString()}`;
  return `${lead === undefined ? capital(fact) : `${lead}${fact}`}${time}.${end === null ? '' : ` ${end}.`}`;
}
