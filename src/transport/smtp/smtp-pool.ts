/** Kept SMTP sessions to one server, and the limit of mails under way to the server. */

import { createFairGate } from '../../turns/fair-gate.ts';
import type { OutgoingMail } from '../transport.ts';
import type { SendOutcome } from './mail-transaction.ts';
import type { OpenedSession, SmtpSession, StartTls } from './smtp-session.ts';

/** Time after which an idle session is closed; servers' own limits begin at about half a minute. */
const idleMs = 20_000;
/** Sessions in a row that could not be opened, after which the server counts as down (docs/rules.md#relay-outage). */
const failuresMin = 10;
/** Time for which the next mails share the failure of the last session; milliseconds. */
const failureShared = 250;
/** Mails over one session; many servers close a session after a hundred. */
const mailsPerSession = 100;

export interface PoolOptions {
  readonly open: (startTls: StartTls) => Promise<OpenedSession>;
  /** Sessions at most, used and kept ones of every TLS policy together: the limit is the server's. */
  readonly limit: number;
}

export interface SentMail {
  readonly outcome: SendOutcome;
  readonly tlsVersion: string | null;
}

export interface SmtpPool {
  /**
   * Waits for a free session, in turn with the mails of other parties. Mail that needs a valid certificate goes over
   * sessions alone that were opened so. Never throws.
   */
  send(mail: OutgoingMail, startTls: StartTls): Promise<SentMail>;
  /** How the last session failed, while the server is down and was asked just now; null: the server has to be asked. */
  outage(): SentMail | null;
  /** Whether there is neither a mail under way nor a kept session. */
  isIdle(): boolean;
  close(): Promise<void>;
}

interface Kept {
  readonly session: SmtpSession;
  readonly startTls: StartTls;
  readonly sent: number;
  readonly since: number;
}

export function createSmtpPool(options: PoolOptions): SmtpPool {
  const kept: Kept[] = [];
  const inTurn = createFairGate(options.limit);
  const idleWaiters: (() => void)[] = [];
  /** Mails that are under way or wait for a session. */
  let mails = 0;
  /** Mails that have a session, or the room for one. */
  let underWay = 0;
  let closed = false;
  let failures = 0;
  let lastFailure: { readonly sent: SentMail; readonly at: number } | null = null;

  const sweep = setInterval(() => {
    const now = performance.now();
    while (kept[0] && now - kept[0].since > idleMs) kept.shift()?.session.close();
  }, idleMs / 4).unref();

  function takeKept(startTls: StartTls): Kept | undefined {
    for (let at = kept.length - 1; at >= 0; at -= 1) {
      const found = kept[at];
      // A session of a valid certificate suits any mail.
      if (!found || (found.startTls !== startTls && found.startTls !== 'required')) continue;
      kept.splice(at, 1);
      if (found.session.usable()) return found;
      found.session.close();
    }
    return undefined;
  }

  async function sendOver({ session, startTls, sent }: Omit<Kept, 'since'>, mail: OutgoingMail): Promise<SentMail> {
    const outcome = await session.send(mail);
    if (!closed && sent + 1 < mailsPerSession && session.usable()) {
      kept.push({ session, startTls, sent: sent + 1, since: performance.now() });
    } else {
      session.close();
    }
    return { outcome, tlsVersion: session.tlsVersion };
  }

  async function sendOverNew(mail: OutgoingMail, startTls: StartTls): Promise<SentMail> {
    // Sessions of another policy must not take the place of this one.
    while (kept.length > 0 && kept.length + underWay > options.limit) kept.shift()?.session.close();
    const opened = await options.open(startTls);
    if ('failure' in opened) {
      const sent = { outcome: opened.failure, tlsVersion: null };
      failures += 1;
      lastFailure = { sent, at: performance.now() };
      return sent;
    }
    failures = 0;
    return sendOver({ session: opened.session, startTls, sent: 0 }, mail);
  }

  async function sendNow(mail: OutgoingMail, startTls: StartTls): Promise<SentMail> {
    underWay += 1;
    try {
      const reused = takeKept(startTls);
      if (!reused) return await sendOverNew(mail, startTls);
      const sent = await sendOver(reused, mail);
      return endedWhileKept(sent.outcome) ? await sendOverNew(mail, startTls) : sent;
    } finally {
      underWay -= 1;
    }
  }

  return {
    async send(mail, startTls) {
      mails += 1;
      try {
        return await inTurn(mail.party, () => sendNow(mail, startTls));
      } finally {
        mails -= 1;
        if (mails === 0) for (const resolve of idleWaiters.splice(0)) resolve();
      }
    },
    outage() {
      if (lastFailure === null || failures < failuresMin) return null;
      return performance.now() - lastFailure.at < failureShared ? lastFailure.sent : null;
    },
    isIdle: () => mails === 0 && kept.length === 0,
    async close() {
      closed = true;
      clearInterval(sweep);
      if (mails > 0) await new Promise<void>((resolve) => idleWaiters.push(resolve));
      for (const { session } of kept.splice(0)) session.close();
    },
  };
}

/** Whether the server closed the kept session before the mail went out: worth one try over a new session. */
function endedWhileKept(outcome: SendOutcome): boolean {
  if (outcome.kind === 'lost') return !outcome.offered;
  return outcome.kind === 'refused' && outcome.stage !== 'data' && outcome.reply.startsWith('421');
}
