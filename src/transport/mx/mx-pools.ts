/** Kept sessions to exchangers: a pool for each, shared by all the domains that it takes mail for. */

import { createSmtpPool, type SentMail, type SmtpPool } from '../smtp/smtp-pool.ts';
import { type OpenedSession, openSmtpSession, type StartTls } from '../smtp/smtp-session.ts';
import type { OutgoingMail } from '../transport.ts';
import type { Exchangers } from './exchangers.ts';

/** Addresses of one host that are tried to open one session. */
const addressesMax = 4;
/** How long a host that could not be reached is left alone; milliseconds. Shorter than the first gap between retries. */
const restMs = 30_000;
/** How often pools without use are dropped; milliseconds. */
const sweepEveryMs = 30_000;

export interface ExchangerRoute {
  readonly host: string;
  /** `required` where the domain's policy asks for it: such mail goes over verified sessions alone. */
  readonly startTls: StartTls;
}

export interface MxPoolsOptions {
  readonly exchangers: Exchangers;
  readonly port: number;
  readonly connections: number;
  readonly clientName: string;
}

export interface MxPools {
  /** Null: the host was lately out of reach, or has no address, and is not asked. Never throws. */
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
    // Those that waited for a session while the host was found out of reach need not find out anew.
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
