/** How long a mail took to its end, and where it stood longest meanwhile: the answer to "why was it late". */
import type { MomentFragment } from '../../api/operations.ts';
import { minute } from '../durations.ts';

/** Of a shorter time nobody asks where it went; milliseconds. */
const longEnough = minute;
/** The share of the time from which one wait explains it. */
const mostOf = 0.5;

const ends: ReadonlySet<string> = new Set([
  'TimelineDelivered',
  'TimelineBounced',
  'TimelineFailed',
  'TimelineSuppressed',
  'TimelineExpired',
]);

export interface TimeTaken {
  readonly end: MomentFragment;
  /** Milliseconds since the emit, or since the time that was planned for the mail. */
  readonly whole: number;
  readonly isPlanned: boolean;
  /** What it stood at for most of the time, all waits of a kind together; null where that was short, or nothing was most. */
  readonly longest: Waits | null;
}

interface Waits {
  /** What the first of them followed. */
  readonly after: MomentFragment;
  /** In all. */
  readonly milliseconds: number;
  readonly times: number;
}

/** `moments`: of the message, the oldest first. Null: the message has not ended, or ended before its planned time. */
export function timeTaken(moments: readonly MomentFragment[]): TimeTaken | null {
  const [accepted] = moments;
  const end = moments.find(({ __typename }) => ends.has(__typename));
  if (!accepted || !end) return null;
  const planned = moments.findLast((moment) => 'sendAt' in moment);
  const begin = Date.parse(planned && 'sendAt' in planned ? planned.sendAt : accepted.at);
  const whole = Date.parse(end.at) - begin;
  if (whole < 0) return null;
  const between = moments.slice(0, moments.indexOf(end)).filter(({ at }) => Date.parse(at) > begin);
  const stands = [{ moment: planned ?? accepted, since: begin }].concat(
    between.map((moment) => ({ moment, since: Date.parse(moment.at) })),
  );
  const waits = stands.map(({ moment, since }, index) => ({
    after: moment,
    milliseconds: (stands[index + 1]?.since ?? Date.parse(end.at)) - since,
  }));
  const kinds = [...Map.groupBy(waits, ({ after }) => after.__typename).values()].map(togetherOf);
  const longest = kinds.reduce((one, other) => (other.milliseconds > one.milliseconds ? other : one));
  const explains = whole >= longEnough && longest.milliseconds >= whole * mostOf;
  return { end, whole, isPlanned: planned !== undefined, longest: explains ? longest : null };
}

function togetherOf(waits: readonly Omit<Waits, 'times'>[]): Waits {
  const milliseconds = waits.reduce((total, wait) => total + wait.milliseconds, 0);
  return { ...(waits[0] as Omit<Waits, 'times'>), milliseconds, times: waits.length };
}
