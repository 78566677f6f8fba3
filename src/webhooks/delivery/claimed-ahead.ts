/**
 * The webhooks of one endpoint that were claimed ahead of its slots (docs/rules.md#webhooks-claimed-ahead). They go out
 * in the order of their claims, or back to the database once the oldest has waited for `keptAhead`: URL and secrets are
 * as old as the claim, and other processes may have a free slot.
 */

/** Milliseconds. */
export const keptAhead = 50;

export interface ClaimedAhead<Webhook> {
  readonly size: number;
  add(webhooks: readonly Webhook[]): void;
  /** The oldest webhook; undefined if there is none, or if it has waited for too long. */
  take(): Webhook | undefined;
  /** Gives all webhooks back. */
  giveBack(): void;
}

interface Waiting<Webhook> {
  readonly webhook: Webhook;
  /** `performance.now()`. */
  readonly since: number;
}

/** `giveBack` is never called without webhooks. */
export function createClaimedAhead<Webhook>(giveBack: (webhooks: readonly Webhook[]) => void): ClaimedAhead<Webhook> {
  let waiting: Waiting<Webhook>[] = [];
  let timer: NodeJS.Timeout | null = null;

  const waitedSince = () => waiting[0]?.since ?? Number.POSITIVE_INFINITY;
  const isLate = () => performance.now() - waitedSince() >= keptAhead;

  const giveAllBack = () => {
    const webhooks = waiting.map(({ webhook }) => webhook);
    waiting = [];
    if (webhooks.length > 0) giveBack(webhooks);
  };

  // One timer for all: a timer for each webhook would cost more than the webhook's wait.
  const look = () => {
    timer = null;
    if (isLate()) giveAllBack();
    lookLater();
  };
  const lookLater = () => {
    if (timer !== null || waiting.length === 0) return;
    timer = setTimeout(look, Math.max(1, waitedSince() + keptAhead - performance.now()));
  };

  return {
    get size() {
      return waiting.length;
    },
    add(webhooks) {
      const since = performance.now();
      for (const webhook of webhooks) waiting.push({ webhook, since });
      lookLater();
    },
    take() {
      // The timer is late where the process was busy.
      if (isLate()) giveAllBack();
      return waiting.shift()?.webhook;
    },
    giveBack: giveAllBack,
  };
}
