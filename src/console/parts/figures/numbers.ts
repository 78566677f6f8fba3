/** Numbers as people read them. */

import { words } from '../../words.ts';
import { hour, minute } from '../durations.ts';

/** Milliseconds. */
const second = 1_000;

const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
/** Complaints are counted in thousandths. */
const finePercent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });

export function wholeNumber(value: number): string {
  return value.toLocaleString('en');
}

/** A share from 0 to 1; null where nothing was measured. */
export function share(value: number | null | undefined): string {
  if (value === null || value === undefined) return words.charts.none;
  return (value < 0.01 ? finePercent : percent).format(value);
}

/** A time in milliseconds; null where nothing was measured. */
export function duration(milliseconds: number | null | undefined): string {
  if (milliseconds === null || milliseconds === undefined) return words.charts.none;
  if (milliseconds < second) return `${exact.format(milliseconds)} ms`;
  if (milliseconds < minute) return `${exact.format(milliseconds / second)} s`;
  if (milliseconds < hour) return `${exact.format(milliseconds / minute)} min`;
  return `${exact.format(milliseconds / hour)} h`;
}

/** A duration that somebody tells another: `1 h 51 min`. */
export function wholeDuration(milliseconds: number): string {
  const minutes = Math.round(milliseconds / minute);
  if (minutes < 60) return duration(milliseconds);
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** By how much a number changed: `+12 %`; null where there was nothing, or as many. */
export function changeOf(now: number, before: number): string | null {
  const change = before === 0 ? 0 : (now - before) / before;
  if (Math.abs(change) < 0.005) return null;
  const most = 9.99;
  return change > most ? `over +${percent.format(most)}` : signed.format(change);
}

export interface Counted {
  readonly count: number;
  readonly capped: boolean;
}

/** A count that may stop at its limit. */
export function counted({ count, capped }: Counted): string {
  return words.common.total(count, capped);
}
