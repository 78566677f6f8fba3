/** What a message waits for that its exchangers take no mail for now (docs/rules.md#exchanger-pace). */
import { readWaitsFor } from '../../transport/mx/exchanger-wait.ts';
import { codesOf } from '../../transport/replies/codes-of.ts';
import type { Step } from '../explanation.ts';
import { holds } from '../explanation-steps.ts';
import type { HoldFacts } from '../message-facts.ts';
import { factOfWait } from './fact-of-wait.ts';

/** Null where the message waits for nothing of the kind. */
export function ofExchangers({ message, pace }: HoldFacts, now: Date): Step | null {
  const { waitsFor, dueAt: until } = message;
  const wait = waitsFor === null ? null : readWaitsFor(waitsFor);
  if (wait === null || until <= now) return null;
  const fact = factOfWait(wait);
  switch (wait.reason) {
    case 'warm_up':
      return holds('schedule', 'warming_up', fact, { until });
    case 'rate':
      return holds('schedule', 'exchanger_quiet', fact, { until });
    case 'quiet': {
      const { quietSince: at = null, quietUntil = null, reply = null } = pace ?? {};
      if (quietUntil === null || quietUntil <= now) return holds('schedule', 'exchanger_quiet', fact, { until });
      const words = reply === null ? '' : `: ${reply}`;
      const whole = `${fact} until ${quietUntil.toISOString()}${words}`;
      return holds('schedule', 'exchanger_quiet', whole, { at, until, code: reply === null ? null : codesOf(reply) });
    }
  }
}
