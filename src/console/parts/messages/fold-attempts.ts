/** An attempt and what came of it as one entry of the timeline: a mail that was refused five times has five, not ten. */
import type { MomentFragment } from '../../api/operations.ts';

export type Attempt = Extract<MomentFragment, { readonly __typename: 'TimelineAttempt' }>['attempt'];

interface Entry {
  readonly moment: MomentFragment;
  /** The attempt whose end the moment is; null: none, or the attempt has an entry of its own. */
  readonly ended: Attempt;
}

/** `moments`: of the message, the oldest first. An attempt without an end, such as one under way, stays by itself. */
export function foldAttempts(moments: readonly MomentFragment[]): readonly Entry[] {
  const attempts = new Map(
    moments.flatMap((moment) => {
      const number = numberOf(moment);
      return isAttempt(moment) && number !== undefined ? [[number as number | undefined, moment] as const] : [];
    }),
  );
  const ends = new Set(moments.flatMap((moment) => (isAttempt(moment) ? [] : [attempts.get(numberOf(moment))])));
  return moments
    .filter((moment) => !ends.has(moment))
    .map((moment) => ({
      moment,
      ended: isAttempt(moment) || !('attempt' in moment) || !attempts.has(numberOf(moment)) ? null : moment.attempt,
    }));
}

function isAttempt({ __typename }: MomentFragment): boolean {
  return __typename === 'TimelineAttempt';
}

/** Undefined for what no attempt brought. */
function numberOf(moment: MomentFragment): number | undefined {
  return 'attempt' in moment ? moment.attempt?.number : undefined;
}
