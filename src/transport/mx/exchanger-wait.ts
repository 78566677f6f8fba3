/** Why mail to a provider waits without an attempt (docs/rules.md#exchanger-pace). */

/**
 * `quiet`: its exchangers asked for fewer mails or connections. `rate`: the mails of a minute are used. `warm_up`: the
 * mails that a new address may send to the provider today are used.
 */
export type WaitReason = 'quiet' | 'rate' | 'warm_up';

export interface ExchangerWait {
  readonly reason: WaitReason;
  /** As in provider-rules.ts, or the registrable part of a host's name. */
  readonly provider: string;
  readonly until: Date;
  /** Time over which waiting mail comes back after `until`, so that not all of it does at once; milliseconds. */
  readonly spreadMs: number;
}

/** The wait as a message keeps it, such as `quiet:google`. */
export function waitsFor({ reason, provider }: Pick<ExchangerWait, 'reason' | 'provider'>): string {
  return `${reason}:${provider}`;
}

const reasons: readonly WaitReason[] = ['quiet', 'rate', 'warm_up'];

/** Reads what `waitsFor` wrote; null where a later release wrote it. */
export function readWaitsFor(text: string): Pick<ExchangerWait, 'reason' | 'provider'> | null {
  const colon = text.indexOf(':');
  const reason = reasons.find((one) => one === text.slice(0, colon));
  return reason === undefined ? null : { reason, provider: text.slice(colon + 1) };
}
