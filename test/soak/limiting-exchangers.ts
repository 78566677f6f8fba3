/** Exchangers that each play one limit, at one port of addresses of their own, and count what they refuse. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SMTPServerOptions } from 'smtp-server';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const minute = 60_000;
/** Connections that `two` takes at once. */
const connectionsMax = 2;
/** Mails that `few` takes over a connection. */
const mailsPerConnection = 2;
/** Mails that `paced` takes in a minute. */
const mailsPerMinute = 20;
/** From the start: how long `quiet` wants no mail, and `closed` greets nobody; milliseconds. */
const quietMs = 10 * minute;
const closedMs = 5 * minute;
/** Time that `two` takes for a mail: its mail would hold up others that waited behind it. Milliseconds. */
const slowMs = 15;

export const limits = ['two', 'quiet', 'few', 'closed', 'paced'] as const;
export type Limit = (typeof limits)[number];

interface Counts {
  /** Connections, those that were refused among them, and mails that were. */
  readonly connections: number;
  readonly refused: number;
  readonly refusedMails: number;
}

export interface LimitingExchangers {
  readonly port: number;
  /** Where the exchanger of a domain such as `two.example` is; without a limit of its own the neighbour's place. */
  addressOf(domain: string): string;
  readonly neighbour: SmtpSink;
  /** When the neighbour had the mail to an address, by `performance.now()`. */
  readonly arrivals: ReadonlyMap<string, number>;
  readonly sinks: Readonly<Record<Limit, SmtpSink>>;
  /** Since the last call of `forget`. */
  counts(limit: Limit): Counts;
  forget(): void;
  stop(): Promise<void>;
}

type Options = Pick<SMTPServerOptions, 'onMailFrom' | 'onConnect' | 'onClose'>;
type Refuse = (code: number, text: string) => Error;

/** @param now The time of the service; milliseconds. */
export async function startLimitingExchangers(now: () => number): Promise<LimitingExchangers> {
  const start = now();
  const counted = new Map<Limit, { connections: number; refused: number; refusedMails: number }>();
  const of = (limit: Limit) => {
    const counts = counted.get(limit) ?? { connections: 0, refused: 0, refusedMails: 0 };
    counted.set(limit, counts);
    return counts;
  };
  const refusal = (code: number, text: string) => Object.assign(new Error(text), { responseCode: code });
  /** Counts each connection; `judge` says why it is not taken. */
  const connecting = (limit: Limit, judge: (refuse: Refuse) => Error | null): Pick<Options, 'onConnect'> => ({
    onConnect(_session, done) {
      of(limit).connections += 1;
      const error = judge(refusal);
      if (error === null) return done();
      of(limit).refused += 1;
      done(error);
    },
  });
  const refuseMail = (limit: Limit, code: number, text: string) => {
    of(limit).refusedMails += 1;
    return refusal(code, text);
  };

  let open = 0;
  const overConnection = new Map<string, number>();
  let minuteAt = start;
  let inMinute = 0;
  const plays: Readonly<Record<Limit, Options>> = {
    two: {
      ...connecting('two', (refuse) => {
        open += 1;
        if (open <= connectionsMax) return null;
        open -= 1;
        return refuse(421, '4.7.0 Too many connections from your host');
      }),
      onMailFrom: (_address, _session, done) => void sleep(slowMs).then(() => done()),
      // A connection that was refused is not told of.
      onClose() {
        open = Math.max(0, open - 1);
      },
    },
    quiet: connecting('quiet', (refuse) =>
      now() - start < quietMs ? refuse(421, '4.7.28 Unusual rate of mail from your address') : null,
    ),
    few: {
      ...connecting('few', () => null),
      onMailFrom(_address, { id }, done) {
        const mails = (overConnection.get(id) ?? 0) + 1;
        overConnection.set(id, mails);
        done(mails > mailsPerConnection ? refuseMail('few', 421, '4.7.0 Enough for now') : null);
      },
    },
    closed: connecting('closed', (refuse) =>
      now() - start < closedMs ? refuse(554, '5.7.1 No service for you now') : null,
    ),
    paced: {
      ...connecting('paced', () => null),
      onMailFrom(_address, _session, done) {
        if (now() - minuteAt >= minute) {
          minuteAt = now();
          inMinute = 0;
        }
        inMinute += 1;
        done(inMinute > mailsPerMinute ? refuseMail('paced', 450, '4.7.0 Too much mail, slow down') : null);
      },
    },
  };

  const arrivals = new Map<string, number>();
  const neighbour = await startSmtpSink({
    address: '127.0.0.2',
    judge(stage, address) {
      if (stage === 'rcpt') arrivals.set(address, performance.now());
      return null;
    },
  });
  const { port } = neighbour;
  const addressOf = (limit: Limit) => `127.0.0.${limits.indexOf(limit) + 3}`;
  const begin = (limit: Limit) => startSmtpSink({ address: addressOf(limit), port, ...plays[limit] });
  const sinks = {
    two: await begin('two'),
    quiet: await begin('quiet'),
    few: await begin('few'),
    closed: await begin('closed'),
    paced: await begin('paced'),
  };
  return {
    port,
    addressOf(domain) {
      const limit = limits.find((one) => domain.endsWith(`${one}.example`));
      return limit === undefined ? neighbour.host : addressOf(limit);
    },
    neighbour,
    arrivals,
    sinks,
    counts: (limit) => ({ ...of(limit) }),
    forget: () => counted.clear(),
    async stop() {
      await Promise.all([neighbour, ...Object.values(sinks)].map((sink) => sink.stop()));
    },
  };
}
