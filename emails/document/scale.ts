/** Steps of type, space and corners that blocks and looks share (docs/rules.md#looks). */

/** Sizes of type, as multiples of the running text. */
export const TYPE = { small: 0.875, normal: 1, large: 1.125, title: 1.375, display: 1.75 } as const;

/** Space; pixels. */
export const SPACE = { hair: 2, tight: 4, small: 8, medium: 12, normal: 16, wide: 20 } as const;

/** Corners; pixels. `round` is more than half of any height. */
export const RADIUS = { small: 8, medium: 12, large: 16, round: 40 } as const;

/** No smaller letters are read on a telephone; pixels. */
const LEAST = 12;

/** The size of a step of type; pixels. */
export function typeSize(fontSize: number, step: keyof typeof TYPE): number {
  return Math.max(LEAST, Math.round(fontSize * TYPE[step]));
}
