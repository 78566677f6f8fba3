/**
 * The clock of a process that shares a database with others: the database's time, carried on by the monotonic clock of
 * the machine between two readings (docs/rules.md#one-clock). What the machine's own clock says changes nothing.
 */
import { type Clock, clockTolerance, clockWrongFrom } from '../../ground/time/clock.ts';

/** The database's clock, read between two monotonic times; milliseconds. */
export interface ClockReading {
  readonly asked: number;
  readonly answered: number;
  readonly database: number;
}

export interface DatabaseClock extends Clock {
  /** Takes a reading, unless an earlier one is more exact and agrees with it. */
  note(reading: ClockReading): void;
  /** Milliseconds by which the machine's clock is ahead of the database's; null before the first reading. */
  offset(): number | null;
  /** The offset in whole seconds as operators read it: 0 while the clocks agree. */
  offsetSeconds(): number;
  wall(): Date;
  isSound(): boolean;
}

/** By how much two monotonic clocks may drift apart: a millisecond in ten seconds. */
const drift = 1e-4;

interface Anchor {
  /** The database's time less the monotonic one. */
  readonly base: number;
  /** The most by which `base` was wrong when it was read: half of the round trip. */
  readonly error: number;
  readonly at: number;
}

/** `tell` is called when the offset has become worth a line, and when it is none any more. */
export function createDatabaseClock(machine: Clock, tell: (offset: number) => void = () => undefined): DatabaseClock {
  let anchor: Anchor | null = null;
  let told = 0;
  const offset = () =>
    anchor === null ? null : Math.round(machine.now().getTime() - anchor.base - machine.monotonic());
  return {
    now: () => (anchor === null ? machine.now() : new Date(Math.round(anchor.base + machine.monotonic()))),
    monotonic: () => machine.monotonic(),
    wall: () => machine.now(),
    offset,
    offsetSeconds() {
      const found = offset() ?? 0;
      return Math.abs(found) <= clockTolerance ? 0 : Math.round(found / 1_000);
    },
    isSound: () => Math.abs(offset() ?? 0) <= clockWrongFrom,
    note({ asked, answered, database }) {
      const read: Anchor = { base: database - (asked + answered) / 2, error: (answered - asked) / 2, at: answered };
      if (anchor !== null) {
        const error = anchor.error + (answered - anchor.at) * drift;
        const agrees = Math.abs(read.base - anchor.base) <= read.error + error;
        if (agrees && read.error > error) return;
      }
      anchor = read;
      const found = offset() ?? 0;
      if (Math.abs(found - told) <= clockTolerance) return;
      told = Math.abs(found) <= clockTolerance ? 0 : found;
      tell(found);
    },
  };
}
