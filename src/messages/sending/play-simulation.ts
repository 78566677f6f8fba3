import type { Simulation } from '../../../prisma/generated/client.ts';
import type { Ending } from '../outcomes/message-outcome.ts';

/** Returns the outcome that a simulator address plays (docs/rules.md#simulator); no mail is sent. */
export function playSimulation(simulation: Simulation): Ending {
  switch (simulation) {
    case 'delivered':
      return { state: 'delivered', evidence: 'exchanger' };
    case 'bounce':
      return { state: 'bounced', bounce: 'hard' };
    case 'complaint':
      return { state: 'delivered', evidence: 'exchanger', complained: true };
  }
}
