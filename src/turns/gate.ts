/** Lets `atOnce` pieces of work run at once; the others wait in the order in which they came. */
import { createFairGate } from './fair-gate.ts';

export type Gate = <Result>(work: () => Promise<Result>) => Promise<Result>;

export function createGate(atOnce: number): Gate {
  const gate = createFairGate(atOnce);
  return (work) => gate('', work);
}
