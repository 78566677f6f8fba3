/** No attack: what the machine itself costs. The other rows are read against these. */
import type { Attack } from '../harness/attack.ts';

/** Milliseconds. */
const calm = 3_000;

export const attacks: readonly Attack[] = [
  {
    name: 'nothing',
    async run({ pause }) {
      await pause(calm);
      return [];
    },
  },
];
