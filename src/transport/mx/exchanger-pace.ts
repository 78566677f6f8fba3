/** The pace of every provider in this process (docs/rules.md#exchanger-pace). */
import { LRUCache } from 'lru-cache';
import { type Clock, systemClock } from '../../ground/time/clock.ts';
import type { ExchangerWait } from './exchanger-wait.ts';
import { createProviderPace, type ProviderPace } from './provider-pace.ts';
import { createProviderOf, type ExchangerRules, exchangerRules } from './provider-rules.ts';
import type { SharedPace } from './shared-pace.ts';
import type { WarmUp } from './warm-up.ts';

/** Providers remembered. One that is forgotten begins as its rule says. */
const providersMax = 10_000;

export interface ExchangerPaceOptions {
  /** Connections of this process to one provider at most. */
  readonly connections: number;
  readonly rules?: ExchangerRules;
  readonly clock?: Clock;
  /** A clock that never steps; milliseconds. */
  readonly elapsed?: () => number;
  readonly warmUp?: WarmUp | null;
  readonly source?: string;
}

export interface ExchangerPace extends SharedPace {
  /** The provider of an exchanger's host, by name. */
  providerOf(host: string): string;
  of(host: string): ProviderPace;
  /** Counts a mail that has its turn; the wait instead where it has to wait after all. */
  begin(host: string): Promise<ExchangerWait | null>;
  readonly elapsed: () => number;
}

export function createExchangerPace(options: ExchangerPaceOptions): ExchangerPace {
  const { connections, rules = exchangerRules, clock = systemClock, warmUp = null, source = '' } = options;
  const elapsed = options.elapsed ?? (() => performance.now());
  const providerOf = createProviderOf(rules);
  const paces = new LRUCache<string, ProviderPace>({ max: providersMax });

  function of(host: string): ProviderPace {
    const provider = providerOf(host);
    const known = paces.get(provider.name);
    if (known) return known;
    const pace = createProviderPace({ provider, connectionsMax: connections, clock, elapsed });
    paces.set(provider.name, pace);
    return pace;
  }

  const waitAt = (host: string) => of(host).wait(host) ?? warmUp?.wait(providerOf(host).name) ?? null;

  return {
    elapsed,
    source,
    providerOf: (host) => providerOf(host).name,
    of,
    waitOf(hosts) {
      let first: ExchangerWait | null = null;
      for (const host of hosts) {
        const wait = waitAt(host);
        if (wait === null) return null;
        if (first === null || wait.until < first.until) first = wait;
      }
      return first;
    },
    async begin(host) {
      const wait = waitAt(host) ?? (await warmUp?.take(providerOf(host).name)) ?? null;
      if (wait === null) of(host).begin();
      return wait;
    },
    takeChanges: () => [...paces.values()].flatMap((pace) => pace.takeChange() ?? []),
    adopt(rows) {
      for (const row of rows) of(row.provider).adopt(row);
    },
  };
}
