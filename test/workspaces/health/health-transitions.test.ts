import { describe, expect, test } from 'vitest';
import type { HealthState } from '../../../prisma/generated/client.ts';
import { readConfig } from '../../../src/ground/config/config.ts';
import {
  type HealthCounts,
  type HealthStanding,
  judgeHealth,
} from '../../../src/workspaces/health/health-transitions.ts';

const limits = readConfig({}).health;
const now = new Date('2026-03-10T12:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const little = { sendingDays: 1, delivered: 10 };

const standing = (state: HealthState, more: Partial<HealthStanding> = {}): HealthStanding => ({
  state,
  since: hoursAgo(100),
  recoversTo: null,
  underLineSince: null,
  ...more,
});

const counts = (ended: number, hardBounces: number, complaints = 0): HealthCounts => ({
  ended,
  delivered: ended - hardBounces,
  hardBounces,
  complaints,
});

const judge = (from: HealthStanding, seen: HealthCounts, volume = little) =>
  judgeHealth(from, seen, volume, limits, now);

/** Where it leads, as `state reason`. */
function led(from: HealthStanding, seen: HealthCounts, volume = little): string {
  const verdict = judge(from, seen, volume);
  return verdict.kind === 'move' ? `${verdict.to} ${verdict.reason}` : verdict.kind;
}

describe('health goes down', () => {
  test.each<[string, HealthCounts, string]>([
    ['99 ended tell nothing', counts(99, 50), 'stay'],
    ['4 of 100 bounced', counts(100, 4), 'stay'],
    ['5 of 100 bounced', counts(100, 5), 'throttled bounce_rate'],
    ['5 of 101 bounced are under 5 %', counts(101, 5), 'stay'],
    ['9 of 100 bounced', counts(100, 9), 'throttled bounce_rate'],
    ['10 of 100 bounced', counts(100, 10), 'paused bounce_rate'],
    ['one complaint of 100 delivered', counts(100, 0, 1), 'stay'],
    ['two complaints of 1,000 delivered', counts(1_000, 0, 2), 'throttled complaint_rate'],
    ['two complaints of 2,001 delivered are under 0.1 %', counts(2_001, 0, 2), 'stay'],
    ['three complaints of 600 delivered', counts(600, 0, 3), 'paused complaint_rate'],
    ['three complaints of 601 delivered are under 0.5 %', counts(601, 0, 3), 'throttled complaint_rate'],
    ['bounces to throttle and complaints to pause', counts(100, 5, 3), 'paused complaint_rate'],
  ])('%s', (_title, seen, expected) => {
    expect(led(standing('ramping'), seen)).toBe(expected);
    expect(led(standing('established'), seen)).toBe(expected);
  });

  test('a throttled workspace stays so until it is worse, and remembers where it was', () => {
    const throttled = standing('throttled', { recoversTo: 'established' });
    expect(led(throttled, counts(100, 9))).toBe('stay');
    expect(judge(throttled, counts(100, 10))).toMatchObject({ to: 'paused', recoversTo: 'established' });
    expect(judge(standing('ramping'), counts(100, 10))).toMatchObject({ to: 'paused', recoversTo: 'ramping' });
  });
});

describe('health comes up', () => {
  test('a ramping workspace is established by 7 sending days and 1,000 delivered, under the line', () => {
    const good = counts(1_000, 0);
    expect(led(standing('ramping'), good, { sendingDays: 7, delivered: 1_000 })).toBe('established volume_reached');
    expect(led(standing('ramping'), good, { sendingDays: 6, delivered: 9_000 })).toBe('stay');
    expect(led(standing('ramping'), good, { sendingDays: 30, delivered: 999 })).toBe('stay');
    expect(led(standing('ramping'), counts(1_000, 50), { sendingDays: 7, delivered: 1_000 })).toBe(
      'throttled bounce_rate',
    );
  });

  test('a throttled workspace goes back to where it was after 24 hours under the line, begun anew by each crossing', () => {
    const throttled = (underLineSince: Date | null) =>
      standing('throttled', { recoversTo: 'established', underLineSince });
    expect(judge(throttled(null), counts(100, 4))).toEqual({ kind: 'note', underLineSince: now });
    expect(judge(throttled(hoursAgo(23.99)), counts(100, 4))).toEqual({ kind: 'stay' });
    expect(judge(throttled(hoursAgo(23.99)), counts(100, 5))).toEqual({ kind: 'note', underLineSince: null });
    expect(judge(throttled(hoursAgo(24)), counts(100, 4))).toMatchObject({ to: 'established', reason: 'recovered' });
  });

  test('a pause ends after 24 hours whatever the counts, which begin anew', () => {
    const paused = (since: Date) => standing('paused', { since, recoversTo: 'ramping' });
    expect(judge(paused(hoursAgo(23.99)), counts(100, 0))).toEqual({ kind: 'stay' });
    expect(judge(paused(hoursAgo(24)), counts(100, 90))).toMatchObject({
      to: 'throttled',
      reason: 'recovered',
      recoversTo: 'ramping',
      countsAnew: true,
      underLineSince: now,
    });
  });
});
