import { LRUCache } from 'lru-cache';

const domainsKept = 2_000;
/** How long a domain is taken to go to the same exchangers; milliseconds. Longer than an attempt lasts. */
const domainsKeptFor = 600_000;

/** Lanes of recipients' domains: domains with the same exchangers share one. */
export type ExchangerLanes = LRUCache<string, string>;

export function createExchangerLanes(): ExchangerLanes {
  return new LRUCache({ max: domainsKept, ttl: domainsKeptFor });
}
