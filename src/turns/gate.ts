/** Lets `atOnce` pieces of work run at once; the others wait in the order in which they came. */

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createGate(atOnce: number): Gate {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async (work) => {
    if (inside < atOnce) inside += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    }
  };
}
