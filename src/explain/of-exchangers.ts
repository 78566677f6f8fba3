/** What a message waits for that its exchangers take no mail for now (docs/rules.md#exchanger-pace). */
import { readWaitsFor } from '../transport/mx/exchanger-wait.ts';
import { codesOf } from '../transport/replies/codes-of.ts';
import type { Step } from './explanation.ts';
import type { HoldFacts } from './message-facts.ts';
import { holds } from './steps.ts';

/** Null where the message waits for nothing of the kind. */
export function ofExchangers({ message, pace }: HoldFacts, now: Date): Step | null {
  const { waitsFor, dueAt: until } = message;
  const wait = waitsFor === null ? null : readWaitsFor(waitsFor);
  if (wait === null || until <= now) return null;
  const { reason, provider } = wait;
  switch (reason) {
    case 'warm_up': {
      const fact = `the mails that the new address of this service may send to ${provider} today are used`;
      return holds('schedule', 'warming_up', fact, { until });
    }
    case 'rate': {
      const fact = `the mail servers of ${provider} get no more mails of this service in this minute`;
      return holds('schedule', 'exchanger_quiet', fact, { until });
    }
    case 'quiet': {
      const asked = `the mail servers of ${provider} asked for quiet`;
      const { quietSince: at = null, quietUntil = null, reply = null } = pace ?? {};
      if (quietUntil === null || quietUntil <= now) return holds('schedule', 'exchanger_quiet', asked, { until });
      const words = reply === null ? '' : `: ${reply}`;
      const fact = `${asked} until ${quietUntil.toISOString()}${words}`;
      return holds('schedule', 'exchanger_quiet', fact, { at, until, code: reply === null ? null : codesOf(reply) });
    }
  }
}
