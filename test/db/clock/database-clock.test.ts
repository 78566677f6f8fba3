/** The clock of a process is its database's, whatever its machine's clock does. */
import { expect, test } from 'vitest';
import { createDatabaseClock } from '../../../src/db/clock/database-clock.ts';

const start = Date.parse('2026-11-27T09:00:00.000Z');
const hour = 3_600_000;

/** A machine whose clock is wrong by `ahead`, beside a database whose clock is right. */
function machine(ahead: number) {
  const state = { monotonic: 1_000, ahead, slept: 0 };
  const right = () => start + state.monotonic + state.slept;
  const told: number[] = [];
  const clock = createDatabaseClock(
    { now: () => new Date(right() + state.ahead), monotonic: () => state.monotonic },
    (offset) => void told.push(offset),
  );
  /** A reading that takes `trip` milliseconds, of which the way there takes the share. */
  const read = (trip: number, share = 0.5) => {
    const asked = state.monotonic;
    state.monotonic += trip;
    clock.note({ asked, answered: state.monotonic, database: right() - trip * (1 - share) });
  };
  return { state, clock, told, read, wrong: () => clock.now().getTime() - right() };
}

test('before a reading it is the machine, and after one the database with half of the round trip', () => {
  const { clock, read, wrong } = machine(20_000);
  expect(wrong()).toBe(20_000);
  expect(clock.offset()).toBeNull();
  read(40);
  expect(wrong()).toBe(0);
  expect(clock.offset()).toBe(20_000);
  expect(clock.isSound()).toBe(true);
});

test('a slow answer does not move it, and an exact one does', () => {
  const { state, read, wrong } = machine(0);
  read(2);
  read(3_000, 1);
  expect(wrong()).toBe(0);
  state.monotonic += 60_000;
  read(2, 1);
  expect(Math.abs(wrong())).toBe(1);
});

test('a jump of the machine moves it not at all, is told once, and once more when it is over', () => {
  const { state, clock, read, wrong, told } = machine(0);
  read(2);
  for (const ahead of [hour, -hour]) {
    state.ahead = ahead;
    expect(wrong()).toBe(0);
    expect(clock.isSound()).toBe(false);
    for (let n = 0; n < 3; n += 1) read(2);
    expect(wrong()).toBe(0);
  }
  state.ahead = 0;
  read(2);
  expect(told).toEqual([hour, -hour, 0]);
  expect(clock.isSound()).toBe(true);
});

test('after a sleep of the machine the next answer sets it, however slow', () => {
  const { state, read, wrong } = machine(0);
  read(2);
  state.slept = 40_000;
  expect(wrong()).toBe(-40_000);
  read(500);
  expect(wrong()).toBe(0);
});
