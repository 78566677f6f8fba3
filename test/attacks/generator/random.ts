/** Numbers and choices that a seed decides. */
export interface Random {
  /** From 0, below `count`. */
  int(count: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** True once in so many times. */
  once(times: number): boolean;
}

/** A linear congruential generator of 48 bits, as drand48 of POSIX. */
export function createRandom(seed: number): Random {
  const multiplier = 0x5_deec_e66dn;
  const mask = (1n << 48n) - 1n;
  let state = ((BigInt(seed) << 16n) | 0x330en) & mask;
  const int = (count: number) => {
    state = (state * multiplier + 0xbn) & mask;
    return Number((state >> 16n) % BigInt(count));
  };
  return {
    int,
    pick(items) {
      if (items.length === 0) throw new Error('Nothing to pick from');
      return items[int(items.length)] as (typeof items)[number];
    },
    once: (times) => int(times) === 0,
  };
}
