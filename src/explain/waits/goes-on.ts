/** When a held message goes on, as far as its expiry and the mails before it allow. */
import type { Step } from '../explanation.ts';
import type { NextRoom } from './next-room.ts';

type End = Pick<Step, 'until' | 'endedBy'>;

/** @param room When the workspace sends again; null: at once. */
export function goesOn(room: NextRoom | null, expiresAt: Date): End {
  if (room === null) return { until: null, endedBy: null };
  const { at, nextDay, mails, ahead, isCounted } = room;
  const days = [
    { start: at, before: mails },
    { start: nextDay, before: 2 * mails },
  ].filter(({ start }) => start < expiresAt);
  if (days.length === 0) return never(expiresAt, `the workspace sends no mail before ${at.toISOString()}`);
  const day = isCounted ? days.find(({ before }) => ahead < before) : undefined;
  if (day) return { until: day.start, endedBy: null };
  const left = `the workspace may send ${mails} mails from ${at.toISOString()} on`;
  if (isCounted) return never(expiresAt, `${left}, and ${ahead} go before this one`);
  const many = `${ahead.toLocaleString('en')} or more go before this one`;
  return {
    until: null,
    endedBy: `It leaves when its turn comes, or expires at ${expiresAt.toISOString()}: ${left}, and ${many}`,
  };
}

/** A hold that would end at the expiry or later never ends for the message. */
export function untilExpiry(step: Step, expiresAt: Date): Step {
  if (step.until === null || step.until < expiresAt) return step;
  return { ...step, ...never(expiresAt, `the hold ends no earlier than ${step.until.toISOString()}`) };
}

function never(expiresAt: Date, why: string): End {
  return { until: null, endedBy: `It expires at ${expiresAt.toISOString()} before it can leave: ${why}` };
}
