/**
 * What this process has learned of the exchangers of one provider, and how much mail and how many connections they get
 * (docs/rules.md#exchanger-pace, docs/rules.md#exchanger-connections). Times without a date are by a clock that never
 * steps; milliseconds.
 */
import type { Clock } from '../../ground/time/clock.ts';
import { minute } from '../../ground/time/durations.ts';
import { codesOf } from '../replies/codes-of.ts';
import { redactReply } from '../replies/redact-reply.ts';
import type { SessionMail } from '../smtp/kept-sessions.ts';
import { askOf } from './ask-of-reply.ts';
import type { ExchangerWait } from './exchanger-wait.ts';
import { createMinuteCount } from './minute-count.ts';
import type { PaceRow } from './pace-row.ts';
import type { Provider } from './provider-rules.ts';

/** A quiet time at most; milliseconds. */
export const quietMaxMs = 30 * minute;
/** Time after the last refusal after which what it taught is forgotten; milliseconds. */
const forgottenAfter = 60 * minute;
/** Good mails for each connection, with all of them in use, after which one more is tried. */
const goodMailsToGrow = 5;
/** The first pause where even one connection is too many: another process has it. Milliseconds. */
const crowdedMs = 5_000;
/** A kept session that was idle for longer may have ended for that; milliseconds. */
const idleMs = 2_000;
/** Growth of a learned rate in each minute without a refusal. */
const rateGrowth = 1.25;
/** A rate that has grown so far is no limit; mails a minute. */
const rateMax = 6_000;
/** Time over which mail comes back after a quiet time; milliseconds. */
const quietSpread = 15_000;

export interface Heard {
  readonly sent: SessionMail;
  readonly host: string;
  /** When the mail had its turn. */
  readonly begunAt: number;
  /** Other connections that were open then. */
  readonly othersOpen: number;
  readonly recipient: string;
}

export interface ProviderPace {
  /** Connections at most now; 1 or more. */
  connections(): number;
  mailsPerConnection(): number;
  /** Why mail waits now; null: it goes. Counts nothing. */
  wait(host: string): ExchangerWait | null;
  /** Counts a mail that begins. */
  begin(): void;
  /** Takes note of how a mail went. True: the mail was not the matter, and is worth another try in its turn. */
  hear(heard: Heard): boolean;
  /** What other processes have to know; null: nothing since the last call. */
  takeChange(): PaceRow | null;
  /** Takes over what another process has learned later. */
  adopt(row: PaceRow): void;
}

interface PaceOptions {
  readonly provider: Provider;
  readonly connectionsMax: number;
  readonly clock: Clock;
  readonly elapsed: () => number;
}

export function createProviderPace({ provider, connectionsMax, clock, elapsed }: PaceOptions): ProviderPace {
  const { name } = provider;
  const most = Math.min(connectionsMax, provider.connectionsMax);
  const begun = createMinuteCount();
  const accepted = createMinuteCount();
  let limit = Math.min(most, provider.connectionsToBegin);
  let ceiling: number | null = null;
  let perConnection: number | null = null;
  let perMinute: number | null = null;
  let rateAt = 0;
  let quiet: { since: Date; end: number; ms: number } | null = null;
  /** The hosts that asked for it; null: it holds for all. */
  let quietHosts: Set<string> | null = null;
  let reply: string | null = null;
  /** The last refusal: by the clock that is shared with others, and by the one that never steps. */
  let asked: { readonly at: Date; readonly elapsed: number } | null = null;
  /** Mails that began earlier say nothing about the pace that holds since. */
  let slowedAt = Number.NEGATIVE_INFINITY;
  let goodMails = 0;
  /** After a quiet time one connection tries first. */
  let probing = false;
  let changed = false;

  function forget(now: number): void {
    if (asked === null || now - asked.elapsed < forgottenAfter) return;
    ceiling = perConnection = perMinute = quiet = reply = asked = null;
    probing = false;
  }

  function noteAsk(now: number): void {
    asked = { at: clock.now(), elapsed: now };
    slowedAt = now;
    goodMails = 0;
    changed = true;
  }

  function beQuiet(now: number, firstMs: number, { sent, host, recipient }: Heard): void {
    if (quiet !== null && now < quiet.end) {
      quietHosts?.add(host);
      return;
    }
    quietHosts =
      provider.asksAsOne || sent.outcome.kind !== 'refused' || sent.outcome.stage !== 'open' ? null : new Set([host]);
    const goesOn = quiet !== null && now - quiet.end < quiet.ms;
    const ms = quiet === null ? firstMs : goesOn ? quiet.ms * 2 : Math.max(firstMs, quiet.ms / 2);
    const lasts = Math.min(quietMaxMs, ms);
    quiet = { since: goesOn && quiet ? quiet.since : clock.now(), end: now + lasts, ms: lasts };
    reply = wordsOf(sent, recipient);
    limit = Math.max(1, Math.floor(limit / 2));
    probing = true;
    const taken = Math.floor(accepted.of(now));
    if (taken >= 2) {
      perMinute = Math.max(1, Math.floor(taken / 2));
      rateAt = now;
    }
    noteAsk(now);
  }

  function takeFewerConnections(now: number, heard: Heard): boolean {
    if (heard.begunAt < slowedAt) return true;
    if (limit === 1 && heard.othersOpen === 0) {
      beQuiet(now, crowdedMs, heard);
      return true;
    }
    ceiling = Math.max(1, limit - 1);
    limit = Math.max(1, Math.floor(limit / 2));
    noteAsk(now);
    return true;
  }

  function takeFewerMails(now: number, mails: number): void {
    perConnection = Math.max(1, Math.min(mails, perConnection ?? mails));
    noteAsk(now);
  }

  function grow(): void {
    probing = false;
    goodMails += 1;
    if (goodMails < goodMailsToGrow * limit || limit >= Math.min(most, ceiling ?? most)) return;
    limit += 1;
    goodMails = 0;
  }

  function rate(now: number): number | null {
    if (perMinute !== null && now - rateAt >= minute) {
      perMinute = Math.ceil(perMinute * rateGrowth);
      rateAt = now;
      if (perMinute > rateMax) perMinute = null;
    }
    const ruled = provider.mailsPerMinute;
    return perMinute === null || ruled === null ? (perMinute ?? ruled) : Math.min(perMinute, ruled);
  }

  const until = (now: number, end: number) => new Date(clock.now().getTime() + Math.max(0, end - now));

  return {
    connections() {
      forget(elapsed());
      return probing ? 1 : limit;
    },
    mailsPerConnection: () => Math.min(provider.mailsPerConnection, perConnection ?? provider.mailsPerConnection),
    wait(host) {
      const now = elapsed();
      forget(now);
      if (quiet !== null && now < quiet.end && (quietHosts === null || quietHosts.has(host))) {
        return { reason: 'quiet', provider: name, until: until(now, quiet.end), spreadMs: quietSpread };
      }
      const mails = rate(now);
      if (mails === null || begun.of(now) < mails) return null;
      const gap = Math.max(1_000, minute / mails);
      return { reason: 'rate', provider: name, until: until(now, now + gap), spreadMs: minute };
    },
    begin: () => begun.add(elapsed()),
    hear(heard) {
      const now = elapsed();
      const { sent } = heard;
      if (sent.outcome.kind === 'accepted') {
        accepted.add(now);
        grow();
      }
      const { ended } = sent;
      const isLimit = ended !== null && ended.mails >= 2 && ended.idleMs < idleMs && /^421/.test(ended.reply ?? '');
      const ask = askOf(sent.outcome) ?? (lostBesideOthers(heard) ? 'fewer_connections' : null);
      if (ask === null && isLimit) takeFewerMails(now, ended.mails);
      if (ask === 'fewer_connections' && sent.isNew) return takeFewerConnections(now, heard);
      if (ask === 'fewer_mails' && sent.mailsBefore > 0) {
        takeFewerMails(now, sent.mailsBefore);
        return true;
      }
      if (ask !== null && heard.begunAt >= slowedAt) {
        beQuiet(now, provider.quietSeconds * 1_000, heard);
      }
      return false;
    },
    takeChange() {
      if (!changed || asked === null) return null;
      changed = false;
      const now = elapsed();
      return {
        provider: name,
        connections: limit,
        ceiling,
        mailsPerConnection: perConnection,
        mailsPerMinute: perMinute,
        quietSince: quiet?.since ?? null,
        quietUntil: quiet && until(now, quiet.end),
        quietMs: quiet?.ms ?? null,
        reply,
        askedAt: asked.at,
      };
    },
    adopt(row) {
      const now = elapsed();
      const age = clock.now().getTime() - row.askedAt.getTime();
      if (age >= forgottenAfter || (asked !== null && row.askedAt <= asked.at)) return;
      asked = { at: row.askedAt, elapsed: now - Math.max(0, age) };
      limit = Math.min(limit, most, row.connections);
      ({ ceiling, mailsPerConnection: perConnection, mailsPerMinute: perMinute, reply } = row);
      rateAt = slowedAt = now;
      goodMails = 0;
      if (row.quietSince === null || row.quietUntil === null || row.quietMs === null) return;
      const left = row.quietUntil.getTime() - clock.now().getTime();
      quietHosts = null;
      quiet = { since: row.quietSince, end: now + Math.min(quietMaxMs, left), ms: row.quietMs };
      probing ||= left > 0;
    },
  };
}

/** A connection that is refused while others are open: the server has as many as it takes. */
function lostBesideOthers({ sent, othersOpen }: Heard): boolean {
  return sent.isNew && sent.outcome.kind === 'lost' && !sent.outcome.offered && othersOpen > 0;
}

/**
 * A greeting as it is, without addresses. A later reply may name the sender of one platform's mail, and others read these
 * words: of it the codes alone.
 */
function wordsOf({ outcome }: SessionMail, recipient: string): string | null {
  if (outcome.kind !== 'refused') return null;
  if (outcome.stage === 'open') return redactReply(outcome.reply, recipient);
  return codesOf(outcome.reply);
}
