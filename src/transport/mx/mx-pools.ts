/** Kept sessions to exchangers: one pool for each exchanger, shared by all domains that it takes mail for. */

import { createSmtpPool, type SentMail, type SmtpPool } from '../smtp/smtp-pool.ts';
import { type OpenedSession, openSmtpSession, type StartTls } from '../smtp/smtp-session.ts';
import type { OutgoingMail } from '../transport.ts';
import type { Exchangers } from './exchangers.ts';

/** Addresses of one host tried to open one session. */
const addressesMax = 4;
/** Time that an unreachable host is skipped; milliseconds. Shorter than the first gap between retries. */
const restMs = 30_000;
/** Interval of dropping unused pools; milliseconds. */
const sweepEveryMs = 30_000;

export interface ExchangerRoute {
  readonly host: string;
  /** `required` where the domain's policy demands it: such mail uses verified sessions alone. */
  readonly startTls: StartTls;
}

export interface MxPoolsOptions {
  readonly exchangers: Exchangers;
  readonly port: number;
  readonly connections: number;
  readonly clientName: string;
}

export interface MxPools {
  /** Returns null when the host was recently unreachable, or has no address, and is skipped. Never throws. */
  send(route: ExchangerRoute, mail: OutgoingMail): Promise<SentMail | null>;
  close(): Promise<void>;
}

export function createMxPools(options: MxPoolsOptions): MxPools {
  const pools = new Map<string, SmtpPool>();
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

  async function open(route: ExchangerRoute, key: string): Promise<OpenedSession> {
    // Mails that waited for a session when the host turned out unreachable are not tried on it.
    if (rests(key)) return { failure: { kind: 'lost', offered: false } };
    const addresses = await options.exchangers.addressesOf(route.host);
    let last: OpenedSession = { failure: { kind: 'lost', offered: false } };
    for (const address of addresses.slice(0, addressesMax)) {
      last = await openSmtpSession({
        host: route.host,
        address,
        port: options.port,
        implicitTls: false,
        startTls: route.startTls,
        auth: null,
        clientName: options.clientName,
        wantsReports: false,
      });
      if ('session' in last) {
        restingUntil.delete(key);
        return last;
      }
    }
    if ('failure' in last && last.failure.kind === 'lost') restingUntil.set(key, performance.now() + restMs);
    return last;
  }

  return {
    async send(route, mail) {
      const key = `${route.startTls} ${route.host}`;
      if (rests(key)) return null;
      let pool = pools.get(key);
      if (!pool) {
        pool = createSmtpPool({ open: () => open(route, key), limit: options.connections });
        pools.set(key, pool);
      }
      return pool.send(mail);
    },
    async close() {
      clearInterval(sweep);
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}
