import { LRUCache } from 'lru-cache';

declare module '../../context.ts' {
  interface Parts {
    readonly exchangerLanes: ExchangerLanes;
  }
}

const domainsKept = 2_000;
/** Time for which the exchangers of a domain are remembered; milliseconds. Longer than an attempt lasts. */
const domainsKeptFor = 600_000;

/** Lanes of recipients' domains: domains with the same exchangers share one lane. */
export type ExchangerLanes = LRUCache<string, string>;

export function createExchangerLanes(): ExchangerLanes {
  return new LRUCache({ max: domainsKept, ttl: domainsKeptFor });
}
