/** Sessions that are kept open from one mail to the next, within a limit that may change. */

import type { OutgoingMail } from '../transport.ts';
import { createUnderWay } from '../under-way.ts';
import type { SendOutcome } from './mail-transaction.ts';
import type { OpenedSession, SmtpSession } from './smtp-session.ts';

/**
 * Time after which an idle session is closed; servers' own limits begin at about half a minute
 * (docs/rules.md#exchanger-connections).
 */
const idleMs = 20_000;
/** Time that a new session waits for the ends of old ones at most; milliseconds. */
const closingMs = 1_000;

export interface SentMail {
  readonly outcome: SendOutcome;
  readonly tlsVersion: string | null;
}

/** How a mail went, with what it says about the sessions. */
export interface SessionMail extends SentMail {
  /** Whether a session was opened for it, or could not be. */
  readonly isNew: boolean;
  /** Mails that went over its session before. */
  readonly mailsBefore: number;
  /** The kept session that the server ended at this mail; null: none. */
  readonly ended: { readonly mails: number; readonly idleMs: number; readonly reply: string | null } | null;
}

export interface KeptSessionsOptions<Route> {
  readonly open: (route: Route) => Promise<OpenedSession>;
  /** Whether a session that was opened for one route serves another. */
  readonly suits: (opened: Route, wanted: Route) => boolean;
  /** Sessions at most, used and kept ones together: the limit is the server's. The caller starts no more mails at once. */
  readonly limit: () => number;
  /** Mails over one session. */
  readonly mailsPerSession: () => number;
}

export interface KeptSessions<Route> {
  /** Sends over a kept session, or over a new one. Never throws. */
  send(mail: OutgoingMail, route: Route): Promise<SessionMail>;
  /** Sessions that are open, used or kept. */
  open(): number;
  /** Whether there is neither a mail under way nor a kept session. */
  isIdle(): boolean;
  /** Waits for the mails under way. */
  close(): Promise<void>;
}

interface Kept<Route> {
  readonly session: SmtpSession;
  readonly route: Route;
  readonly sent: number;
  readonly since: number;
}

const onNewSession = { isNew: true, mailsBefore: 0 } as const;

export function createKeptSessions<Route>(options: KeptSessionsOptions<Route>): KeptSessions<Route> {
  const kept: Kept<Route>[] = [];
  const closing = new Set<Promise<void>>();
  /** Mails that have a session, or the room for one. */
  const underWay = createUnderWay();
  /** Those of them whose session is open. */
  let used = 0;
  let closed = false;

  const sweep = setInterval(() => {
    const now = performance.now();
    while (kept[0] && now - kept[0].since > idleMs) closeSession(kept.shift()?.session);
  }, idleMs / 4).unref();

  function closeSession(session: SmtpSession | undefined): void {
    if (!session) return;
    session.close();
    const end = session.closed.finally(() => closing.delete(end));
    closing.add(end);
  }

  function takeKept(route: Route): Kept<Route> | undefined {
    for (let at = kept.length - 1; at >= 0; at -= 1) {
      const found = kept[at];
      if (!found || !options.suits(found.route, route)) continue;
      kept.splice(at, 1);
      if (found.session.usable() && found.sent < options.mailsPerSession()) return found;
      closeSession(found.session);
    }
    return undefined;
  }

  async function sendOver(one: Omit<Kept<Route>, 'since'>, mail: OutgoingMail): Promise<SentMail> {
    const { session, route } = one;
    used += 1;
    const outcome = await session.send(mail);
    used -= 1;
    const sent = one.sent + 1;
    // The others under way have a session each, or are about to.
    const hasRoom = kept.length + underWay.count <= options.limit();
    if (!closed && hasRoom && sent < options.mailsPerSession() && session.usable()) {
      kept.push({ session, route, sent, since: performance.now() });
    } else {
      closeSession(session);
    }
    return { outcome, tlsVersion: session.tlsVersion };
  }

  async function sendOverNew(mail: OutgoingMail, route: Route): Promise<SentMail> {
    // Sessions that do not suit must not take the place of this one.
    while (kept.length > 0 && kept.length + underWay.count > options.limit()) closeSession(kept.shift()?.session);
    // To the server a session is open until its connection has ended.
    if (closing.size > 0 && used + kept.length + closing.size >= options.limit()) await allClosed(closing);
    const opened = await options.open(route);
    if ('failure' in opened) return { outcome: opened.failure, tlsVersion: null };
    return sendOver({ session: opened.session, route, sent: 0 }, mail);
  }

  async function sendNow(mail: OutgoingMail, route: Route): Promise<SessionMail> {
    const reused = takeKept(route);
    if (!reused) return { ...(await sendOverNew(mail, route)), ...onNewSession, ended: null };
    const idle = performance.now() - reused.since;
    const sent = await sendOver(reused, mail);
    if (!endedWhileKept(sent.outcome)) return { ...sent, isNew: false, mailsBefore: reused.sent, ended: null };
    const reply = 'reply' in sent.outcome ? sent.outcome.reply : null;
    const ended = { mails: reused.sent, idleMs: idle, reply };
    return { ...(await sendOverNew(mail, route)), ...onNewSession, ended };
  }

  return {
    send: (mail, route) => underWay.follow(() => sendNow(mail, route)),
    open: () => used + kept.length,
    isIdle: () => underWay.count === 0 && kept.length === 0,
    async close() {
      closed = true;
      clearInterval(sweep);
      await underWay.ended();
      for (const { session } of kept.splice(0)) session.close();
    },
  };
}

/** Whether the server closed the kept session before the mail went out: worth one try over a new session. */
function endedWhileKept(outcome: SendOutcome): boolean {
  if (outcome.kind === 'lost') return !outcome.offered;
  return outcome.kind === 'refused' && outcome.stage !== 'data' && outcome.reply.startsWith('421');
}

async function allClosed(sessions: ReadonlySet<Promise<void>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, closingMs);
  });
  await Promise.race([Promise.all(sessions), patience]);
  clearTimeout(timer);
}
