/** A real SMTP server on a free loopback port that keeps what it takes, and refuses what it is told to. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface SunkMail {
  /** Return path; empty for a report. */
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  /** Whether it came over TLS. */
  readonly secure: boolean;
  /** The connection that it came by. */
  readonly session: string;
  parse(): Promise<Email>;
}

/** `text` may begin with an enhanced code: `{ code: 550, text: '5.1.1 No such user' }`. */
export interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

export type SmtpStage = 'mail' | 'rcpt' | 'data';

export interface SmtpSink {
  readonly host: string;
  readonly port: number;
  readonly url: string;
  readonly mails: readonly SunkMail[];
  /** Connections opened so far. */
  readonly sessions: ReadonlySet<string>;
  /** Answers the recipient with these replies in turn, then takes its mail. Case of the address does not matter. */
  refuse(address: string, replies: readonly SmtpReply[], stage?: Exclude<SmtpStage, 'mail'>): void;
  /** Keeps the next mail to the address waiting for its answer at `DATA`, until it is released. */
  hold(address: string): { readonly reached: Promise<void>; release(): void };
  /** Resolves with all mails once there are so many. */
  received(count: number): Promise<readonly SunkMail[]>;
  stop(): Promise<void>;
}

/** Beside smtp-server's own options (`key` and `cert` for STARTTLS, `secure`, `onAuth`): */
interface SinkOptions extends SMTPServerOptions {
  /** Where it listens; without them at a free port of 127.0.0.1. */
  readonly address?: string;
  readonly port?: number;
  /** What it says to an address (the sender's, a recipient's) or to a mail's source; null: it takes it. */
  readonly judge?: (stage: SmtpStage, value: string, session: SMTPServerSession) => SmtpReply | null;
}

/** Milliseconds that a stop leaves to clients with a connection, instead of half a minute; new commands get 421 at once. */
const closeTimeout = 100;

export async function startSmtpSink(given: SinkOptions = {}): Promise<SmtpSink> {
  const { judge, address: host = '127.0.0.1', port: wanted = 0, ...options } = given;
  const mails: SunkMail[] = [];
  const sessions = new Set<string>();
  const refusals = new Map<string, SmtpReply[]>();
  const holds = new Map<string, { readonly reach: () => void; readonly released: Promise<void> }>();
  const waiting = new Set<{ readonly count: number; readonly resolve: (mails: readonly SunkMail[]) => void }>();
  const asError = (reply: SmtpReply | null | undefined) =>
    reply ? Object.assign(new Error(reply.text), { responseCode: reply.code }) : null;
  const nextRefusal = (stage: SmtpStage, address: string) =>
    asError(refusals.get(`${stage} ${address.toLowerCase()}`)?.shift());
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.secure || options.cert ? [] : ['STARTTLS'],
    logger: false,
    closeTimeout,
    disableReverseLookup: true,
    onConnect(session, done) {
      sessions.add(session.id);
      done();
    },
    onMailFrom: ({ address }, session, done) => done(asError(judge?.('mail', address, session))),
    onRcptTo: ({ address }, session, done) =>
      done(asError(judge?.('rcpt', address, session)) ?? nextRefusal('rcpt', address)),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', async () => {
        const { mailFrom, rcptTo } = session.envelope;
        const to = rcptTo.map(({ address }) => address);
        for (const address of to) {
          const hold = holds.get(address.toLowerCase());
          holds.delete(address.toLowerCase());
          hold?.reach();
          await hold?.released;
        }
        const raw = Buffer.concat(parts);
        const refusal =
          asError(judge?.('data', raw.toString(), session)) ??
          to.map((address) => nextRefusal('data', address)).find((reply) => reply !== null);
        if (refusal) return done(refusal);
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to,
          raw,
          secure: session.secure,
          session: session.id,
          parse: () => PostalMime.parse(raw),
        });
        done();
        for (const wait of waiting) if (mails.length >= wait.count) wait.resolve(mails);
      });
    },
    ...options,
  });
  // A client that drops its connection in the middle is part of the tests.
  server.on('error', () => undefined);
  const listener = server.listen(wanted, host);
  await once(listener, 'listening');
  const { port } = listener.address() as AddressInfo;
  return {
    host,
    port,
    url: `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`,
    mails,
    sessions,
    refuse: (address, replies, stage = 'rcpt') => void refusals.set(`${stage} ${address.toLowerCase()}`, [...replies]),
    hold(address) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      holds.set(address.toLowerCase(), { reach: reached.resolve, released: released.promise });
      return { reached: reached.promise, release: released.resolve };
    },
    received: (count) =>
      new Promise((resolve) => (mails.length >= count ? resolve(mails) : waiting.add({ count, resolve }))),
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
