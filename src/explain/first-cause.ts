import type { Cause, Explanation, Step, Verdict } from './explanation.ts';
import { capital } from './explanation-steps.ts';
import { nextAct } from './words/next-act.ts';

/** In the order of their weight. */
const decisive: readonly Verdict[] = ['refuses', 'ended', 'holds'];

/** The explanation of mail that no rule refuses, ended or holds. */
export type Usual = Pick<Explanation, 'cause' | 'summary' | 'next'>;

/** The first rule that refuses, ended or holds is the cause; without one the explanation is `usual`. */
export function explain(steps: readonly Step[], usual: Usual): Explanation {
  const first = decisive.flatMap((verdict) => steps.find((step) => step.verdict === verdict) ?? [])[0];
  if (!first?.cause) return { ...usual, code: null, steps };
  const { cause, code } = first;
  return { cause, summary: summaryOf(first, steps), code, next: first.act ?? nextAct(cause, code), steps };
}

/** A message goes on when its last hold ends, and not at all while one of them needs somebody. */
function summaryOf(first: Step, steps: readonly Step[]): string {
  if (first.verdict !== 'holds') return `${sentence(first)}${endOf(first)}`;
  const last = steps
    .filter(({ verdict }) => verdict === 'holds')
    .reduce((latest, step) => (endsAt(step) > endsAt(latest) ? step : latest), first);
  if (last === first) return `${sentence(first)}${endOf(first)}`;
  return `${sentence(first)} Held as well: ${last.fact}.${endOf(last)}`;
}

const endsAt = ({ until }: Step) => until?.getTime() ?? Number.POSITIVE_INFINITY;

/** Not this service but a server, or the way to it, makes the mail wait. */
const ofServers: ReadonlySet<Cause | null> = new Set<Cause>(['greylisted', 'server_unreachable', 'waiting_for_retry']);

function sentence({ verdict, fact, at, cause }: Step): string {
  const time = at === null ? '' : ` (${verdict === 'ended' ? '' : 'since '}${at.toISOString()})`;
  const lead = ofServers.has(cause) ? undefined : { holds: 'Held: ', refuses: 'Refused: ' }[String(verdict)];
  return `${lead === undefined ? capital(fact) : `${lead}${fact}`}${time}.`;
}

function endOf({ verdict, until, endedBy }: Step): string {
  if (until !== null && verdict === 'refuses') return ` An emit is accepted again from ${until.toISOString()} on.`;
  const end = until === null ? endedBy : `It goes on at ${until.toISOString()}`;
  return end === null ? '' : ` ${end}.`;
}
