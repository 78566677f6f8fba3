import type { StartTimer } from '../../src/http/connections/start-timer.ts';

/** Timers that end when they are told to. */
export function createTestTimer() {
  const running = new Set<{ readonly milliseconds: number; readonly fire: () => void }>();
  const start: StartTimer = (milliseconds, fire) => {
    const timer = { milliseconds, fire };
    running.add(timer);
    return () => running.delete(timer);
  };
  return {
    start,
    /** Milliseconds of the timers that run, in the order of their start. */
    running: () => [...running].map(({ milliseconds }) => milliseconds),
    /** Ends all that run now. */
    elapse() {
      for (const timer of [...running]) {
        running.delete(timer);
        timer.fire();
      }
    },
  };
}
