/**
 * Kept sessions to exchangers: one pool for each provider, shared by all of its hosts, all domains that they take mail
 * for, and all TLS policies (docs/rules.md#mail-exchangers).
 */

import { isIP } from 'node:net';
import type { SentMail } from '../smtp/kept-sessions.ts';
import { type OpenedSession, openSmtpSession } from '../smtp/smtp-session.ts';
import { furtherTriesMs } from '../smtp/smtp-time-limits.ts';
import type { OutgoingMail } from '../transport.ts';
import type { ExchangerPace } from './exchanger-pace.ts';
import type { ExchangerWait } from './exchanger-wait.ts';
import type { Exchangers } from './exchangers.ts';
import { createProviderPool, type ExchangerRoute, type ProviderPool } from './provider-pool.ts';

/** Addresses of one host tried to open one session. */
const addressesMax = 4;
/** Time that an unreachable host is skipped; milliseconds. Shorter than the first gap between retries. */
const restMs = 30_000;
/** Interval of dropping unused pools; milliseconds. */
const sweepEveryMs = 30_000;

export interface MxPoolsOptions {
  readonly exchangers: Exchangers;
  readonly port: number;
  readonly pace: ExchangerPace;
  readonly clientName: string;
  /** Addresses of this machine to connect from, at most one of each family; none: the system chooses. */
  readonly localAddresses?: readonly string[];
}

export interface MxPools {
  /**
   * Returns null when the host was recently unreachable, or has no address, and is skipped; the wait where the provider
   * takes no mail now. Never throws.
   */
  send(route: ExchangerRoute, mail: OutgoingMail): Promise<SentMail | ExchangerWait | null>;
  close(): Promise<void>;
}

export function createMxPools(options: MxPoolsOptions): MxPools {
  const pools = new Map<string, ProviderPool>();
  const restingUntil = new Map<string, number>();

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [key, until] of restingUntil) if (until <= now) restingUntil.delete(key);
    for (const [key, pool] of pools) {
      if (!pool.isIdle()) continue;
      pools.delete(key);
      void pool.close();
    }
  }, sweepEveryMs).unref();

  const rests = (key: string) => (restingUntil.get(key) ?? 0) > performance.now();

  async function open({ host, startTls }: ExchangerRoute, othersOpen: number): Promise<OpenedSession> {
    const key = restKey({ host, startTls });
    // Mails that waited for a session when the host turned out unreachable are not tried on it.
    if (rests(key)) return { failure: { kind: 'lost', offered: false } };
    const started = performance.now();
    const ways = waysTo(await options.exchangers.addressesOf(host), options.localAddresses ?? []);
    let last: OpenedSession = { failure: { kind: 'lost', offered: false } };
    for (const { address, localAddress } of ways.slice(0, addressesMax)) {
      if (performance.now() - started > furtherTriesMs) break;
      last = await openSmtpSession({
        host,
        address,
        localAddress,
        port: options.port,
        implicitTls: false,
        startTls,
        auth: null,
        clientName: options.clientName,
        wantsReports: false,
      });
      if ('session' in last) {
        restingUntil.delete(key);
        return last;
      }
    }
    // With other connections open the host is there, and takes no more of them.
    const isGone = 'failure' in last && last.failure.kind === 'lost' && othersOpen === 0;
    if (isGone) restingUntil.set(key, performance.now() + restMs);
    return last;
  }

  return {
    async send(route, mail) {
      if (rests(restKey(route))) return null;
      const { host } = route;
      const provider = options.pace.providerOf(host);
      const pool = pools.get(provider) ?? createProviderPool({ pace: options.pace, host, open });
      pools.set(provider, pool);
      return pool.send(route, mail);
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

/** A host whose certificate is not valid can still take mail that needs none. */
function restKey({ host, startTls }: ExchangerRoute): string {
  return `${startTls} ${host}`;
}

interface Way {
  readonly address: string;
  readonly localAddress: string | null;
}

/** With addresses of our own, those of the other side that one of them can reach: others would come from elsewhere. */
function waysTo(addresses: readonly string[], ours: readonly string[]): readonly Way[] {
  if (ours.length === 0) return addresses.map((address) => ({ address, localAddress: null }));
  return addresses.flatMap((address) => {
    const localAddress = ours.find((own) => isIP(own) === isIP(address));
    return localAddress === undefined ? [] : [{ address, localAddress }];
  });
}
