/** The mails under way to one server, by kept sessions, within a limit. */

import { createPlaceRoom } from '../../ground/rooms/place-room.ts';
import type { OutgoingMail } from '../transport.ts';
import { createUnderWay } from '../under-way.ts';
import { createKeptSessions, type SentMail } from './kept-sessions.ts';
import type { OpenedSession } from './smtp-session.ts';

/** Sessions in a row that could not be opened, after which the server counts as down (docs/rules.md#relay-outage). */
const failuresMin = 10;
/** Time for which the next mails share the failure of the last session; milliseconds. */
const failureShared = 250;
/** Mails over one session; many servers close a session after a hundred. */
const mailsPerSession = 100;

export interface PoolOptions {
  readonly open: () => Promise<OpenedSession>;
  /** Sessions at most, used and kept ones together: the limit is the server's. */
  readonly limit: number;
}

export interface SmtpPool {
  /** Waits for a free session, in turn with the mails of other parties. Never throws. */
  send(mail: OutgoingMail): Promise<SentMail>;
  /** How the last session failed, while the server is down and was asked just now; null: the server has to be asked. */
  outage(): SentMail | null;
  close(): Promise<void>;
}

export function createSmtpPool(options: PoolOptions): SmtpPool {
  const room = createPlaceRoom(options.limit);
  /** Mails that are under way or wait for a session. */
  const mails = createUnderWay();
  let failures = 0;
  let lastFailure: { readonly sent: SentMail; readonly at: number } | null = null;

  async function open(): Promise<OpenedSession> {
    const opened = await options.open();
    if ('failure' in opened) {
      failures += 1;
      lastFailure = { sent: { outcome: opened.failure, tlsVersion: null }, at: performance.now() };
    } else {
      failures = 0;
    }
    return opened;
  }

  const sessions = createKeptSessions<null>({
    open,
    suits: () => true,
    limit: () => options.limit,
    mailsPerSession: () => mailsPerSession,
  });

  return {
    send: (mail) =>
      mails.follow(async () => {
        const { outcome, tlsVersion } = await room(mail.party, () => sessions.send(mail, null));
        return { outcome, tlsVersion };
      }),
    outage() {
      if (lastFailure === null || failures < failuresMin) return null;
      return performance.now() - lastFailure.at < failureShared ? lastFailure.sent : null;
    },
    async close() {
      await mails.ended();
      await sessions.close();
    },
  };
}
