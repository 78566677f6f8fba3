/**
 * Counts what became of mails for `/metrics` (docs/rules.md#metrics): by outcome, by its kind, and by the provider of the
 * recipient. No word is an address or a name.
 */
import type { App } from '../../context.ts';
import { providerOf } from '../../figures/provider-of.ts';
import type { EndedMessage } from '../states/message-states.ts';
import type { Ending, MessageOutcome } from './message-outcome.ts';

/** The provider of mail that nobody receives. */
const simulated = 'simulated';

/** `retried` waits for its next attempt, `put_back` was not offered and waits as before. */
type CountedOutcome =
  | 'delivered'
  | 'sent'
  | 'bounced'
  | 'complained'
  | 'failed'
  | 'suppressed'
  | 'expired'
  | 'retried'
  | 'put_back';

/** To be called once the outcome of the attempt is committed. */
export function countOutcome(app: App, { message, ending, trace, at }: MessageOutcome): void {
  const { meters } = app.parts;
  const isReal = message.simulation === null;
  if (trace !== null) {
    meters.attempts.add(trace.outcome);
    if (message.lostLeases > 0) meters.repeats.add();
    const handedOver = trace.outcome === 'delivered' || trace.outcome === 'relayed';
    if (isReal && handedOver) meters.handover.observe((at.getTime() - message.begunAt.getTime()) / 1_000);
  }
  const [outcome, kind] = wordsOf(ending);
  count(app, message.platformId, [outcome, kind, isReal ? providerOf(message.recipient) : simulated]);
}

/** Counts messages that ended without an attempt. */
export function countEnds(app: App, outcome: CountedOutcome, kind: string, ended: readonly EndedMessage[]): void {
  for (const { platformId, provider } of ended) count(app, platformId, [outcome, kind, provider ?? simulated]);
}

/** Counts what a report made of a message; `recipient` is null after an erasure. */
export function countReport(
  app: App,
  platformId: string,
  { outcome, kind, recipient }: { outcome: CountedOutcome; kind: string; recipient: string | null },
): void {
  count(app, platformId, [outcome, kind, recipient === null ? 'other' : providerOf(recipient)]);
}

function count(
  app: App,
  platformId: string,
  words: readonly [outcome: CountedOutcome, kind: string, of: string],
): void {
  const { meters } = app.parts;
  meters.mails.add(...words);
  const platform = meters.nameOf(platformId);
  if (platform !== null) meters.platformMails.add(platform, words[0]);
}

function wordsOf(ending: Ending): readonly [CountedOutcome, string] {
  switch (ending.state) {
    case 'delivered':
      return [ending.complained ? 'complained' : 'delivered', ending.evidence];
    case 'bounced':
      return ['bounced', ending.bounce];
    case 'failed':
      return ['failed', ending.reason];
    case 'queued':
      return [ending.dueAt === null || 'waitsFor' in ending ? 'put_back' : 'retried', ''];
    case 'sent':
    case 'suppressed':
    case 'expired':
      return [ending.state, ''];
  }
}
