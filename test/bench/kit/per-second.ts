/** How often something is done in a second of processor time of this process, or of the clock. */

export interface PerSecond {
  /** Number of the next one: no two are alike. */
  next: number;
}

type Work = (n: number) => unknown;

/** By processor time, one after the other; the work runs for about so many seconds of it. */
export async function perProcessorSecond(counter: PerSecond, seconds: number, work: Work): Promise<number> {
  const start = process.cpuUsage();
  const spent = () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1e6;
  };
  let done = 0;
  for (; spent() < seconds; done += 1) {
    await work(counter.next);
    counter.next += 1;
  }
  return done / spent();
}

/** By the clock, `atOnce` under way at any time. */
export async function perClockSecond(counter: PerSecond, seconds: number, atOnce: number, work: Work): Promise<number> {
  const started = performance.now();
  const until = started + seconds * 1_000;
  let done = 0;
  const lane = async () => {
    while (performance.now() < until) {
      const n = counter.next;
      counter.next += 1;
      await work(n);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return done / ((performance.now() - started) / 1_000);
}
