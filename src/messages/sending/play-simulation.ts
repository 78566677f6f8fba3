import type { Simulation } from '../../../prisma/generated/client.ts';
import { newId } from '../../ground/ids.ts';
import type { ClaimedMessage } from '../claims/claimed-message.ts';
import type { AttemptTrace, Ending } from '../outcomes/message-outcome.ts';
import { nextTry } from '../outcomes/retry-schedule.ts';

interface Played {
  readonly ending: Ending;
  /** Of the one attempt that is shown as such: nobody would see why the mail waits. */
  readonly trace: AttemptTrace | null;
}

type Simulated = Pick<ClaimedMessage, 'attemptNumber' | 'begunAt' | 'expiresAt'>;

/** Returns the outcome that a simulator address plays (docs/rules.md#simulator); no mail is sent. */
export function playSimulation(simulation: Simulation, message: Simulated, at: Date): Played {
  if (simulation === 'delayed' && message.attemptNumber === 1) {
    return { ending: { state: 'queued', dueAt: nextTry(message, at) }, trace: refusedForNow(at) };
  }
  return { ending: endingOf(simulation, at), trace: null };
}

function endingOf(simulation: Simulation, at: Date): Ending {
  switch (simulation) {
    case 'delivered':
    case 'delayed':
      return { state: 'delivered', evidence: 'exchanger' };
    case 'bounce':
      return { state: 'bounced', bounce: 'hard' };
    case 'soft_bounce':
      return { state: 'bounced', bounce: 'soft' };
    case 'complaint':
      return { state: 'delivered', evidence: 'exchanger', complained: true };
    case 'reply':
      return { state: 'delivered', evidence: 'exchanger', replyId: newId(at) };
    case 'suppressed':
    case 'expired':
      return { state: simulation };
  }
}

const refusedForNow = (at: Date): AttemptTrace => ({
  at,
  durationMs: 0,
  transport: 'simulator',
  outcome: 'temporary',
  exchanger: null,
  tlsVersion: null,
  category: 'temporary',
  replyCode: 451,
  enhancedCode: '4.7.1',
  reply: '451 4.7.1 The simulator takes this mail at its second attempt',
});
