import type { Simulation } from '../../prisma/generated/client.ts';
import type { Ending } from './message-outcome.ts';

/** What a simulator address does with its mail; nothing leaves (decisions, section 7). */
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
