/**
 * The time from an emit to the delivery of its mail: counted in steps that double, from which percentiles are estimated
 * (docs/rules.md#delivery-times).
 */

/** Bounds between the steps; milliseconds: an eighth of a second, a quarter, … up to 72.8 hours. */
export const delayBounds: readonly number[] = Array.from({ length: 22 }, (_, power) => 125 * 2 ** power);

/**
 * SQL: the step of the time between two columns: 0 below the first bound, else the number of bounds that the time has
 * reached.
 */
export const delaySql = (from: string, until: string) =>
  `width_bucket((extract(epoch FROM ${until} - ${from}) * 1000)::float8, '{${delayBounds.join(',')}}'::float8[])`;

/**
 * Returns the time within which the share `p` of all deliveries took place; milliseconds, null without a delivery. The
 * estimate lies in the same step as the true time, so it is off by less than a factor of two, or by less than 125 ms.
 * @param delays Deliveries in each step.
 */
export function estimatePercentile(delays: readonly number[], p: number): number | null {
  const all = delays.reduce((sum, count) => sum + count, 0);
  if (all <= 0) return null;
  let before = 0;
  for (const [step, count] of delays.entries()) {
    if (count > 0 && before + count >= p * all) {
      const from = delayBounds[step - 1] ?? 0;
      const until = delayBounds[step] ?? from * 2;
      return Math.round(from + ((p * all - before) / count) * (until - from));
    }
    before += count;
  }
  return delayBounds.at(-1) ?? null;
}
