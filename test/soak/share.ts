/**
 * How much of the long runs is run: `SOAK_SHARE=0.05` makes them a twentieth, `SOAK=short` those of short-form.ts alone and a
 * twentieth of them.
 */
export const isShortForm = process.env.SOAK === 'short';

const share = Number(process.env.SOAK_SHARE ?? (isShortForm ? 0.05 : 1));

/** `whole` of the full run, in the share that is run now. */
export function ofWhole(whole: number): number {
  if (!(share > 0 && share <= 1)) throw new Error('SOAK_SHARE is a number above 0, at most 1');
  return Math.max(1, Math.round(whole * share));
}

/**
 * Whether the whole run is run, on a machine that does nothing else. A short run beside other work shows that nothing is
 * lost; how fast a machine is, it does not judge.
 */
export const isWhole = share === 1;
