/**
 * The mails under way to the exchangers of one provider, at its pace (docs/rules.md#exchanger-pace,
 * docs/rules.md#exchanger-connections).
 */
import { createPlaceRoom } from '../../ground/rooms/place-room.ts';
import { createKeptSessions, type KeptSessions, type SentMail } from '../smtp/kept-sessions.ts';
import type { OpenedSession, StartTls } from '../smtp/smtp-session.ts';
import type { OutgoingMail } from '../transport.ts';
import { createUnderWay } from '../under-way.ts';
import type { ExchangerPace } from './exchanger-pace.ts';
import type { ExchangerWait } from './exchanger-wait.ts';

/** Turns of one mail in one attempt, where a refusal was about connections and not about the mail. */
const turnsMax = 3;

export interface ExchangerRoute {
  readonly host: string;
  /** `required` where the domain's policy demands it: such mail uses verified sessions alone. */
  readonly startTls: StartTls;
}

export interface ProviderPool {
  /** Waits for its turn among the mails of other parties. Never throws. */
  send(route: ExchangerRoute, mail: OutgoingMail): Promise<SentMail | ExchangerWait>;
  isIdle(): boolean;
  close(): Promise<void>;
}

interface ProviderPoolOptions {
  readonly pace: ExchangerPace;
  /** A host of the provider. */
  readonly host: string;
  /** `othersOpen`: other connections to the provider. */
  readonly open: (route: ExchangerRoute, othersOpen: number) => Promise<OpenedSession>;
}

export function createProviderPool({ pace, host, open }: ProviderPoolOptions): ProviderPool {
  const room = createPlaceRoom(() => pace.of(host).connections());
  /** Mails that are under way or wait for their turn. */
  const mails = createUnderWay();

  const sessions: KeptSessions<ExchangerRoute> = createKeptSessions<ExchangerRoute>({
    open: (route) => open(route, sessions.open()),
    // A session of a valid certificate suits any mail.
    suits: (opened, wanted) =>
      opened.host === wanted.host && (opened.startTls === wanted.startTls || opened.startTls === 'required'),
    limit: () => pace.of(host).connections(),
    mailsPerSession: () => pace.of(host).mailsPerConnection(),
  });

  async function sendOnce(route: ExchangerRoute, mail: OutgoingMail) {
    const wait = await pace.begin(route.host);
    if (wait !== null) return { sent: wait, again: false };
    const begunAt = pace.elapsed();
    const { to: recipient } = mail.envelope;
    const sent = await sessions.send(mail, route);
    const again = pace.of(host).hear({ sent, host: route.host, begunAt, othersOpen: sessions.open(), recipient });
    const { outcome, tlsVersion } = sent;
    return { sent: { outcome, tlsVersion }, again };
  }

  return {
    send: (route, mail) =>
      mails.follow(async () => {
        for (let turn = 1; ; turn += 1) {
          const { sent, again } = await room(mail.party, () => sendOnce(route, mail));
          if (!again || turn === turnsMax) return sent;
        }
      }),
    isIdle: () => mails.count === 0 && sessions.isIdle(),
    async close() {
      await mails.ended();
      await sessions.close();
    },
  };
}
