/**
 * The inbound listener (docs/rules.md#inbound-reports): accepts delivery reports at the signed return paths, abuse
 * reports at the mailboxes that providers know, mails of people who unsubscribe, and answers at the signed reply
 * addresses. It relays nothing.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { listenFault } from '../../ground/config/config.ts';
import { giveWay } from '../../ground/give-way/give-way.ts';
import type { Log } from '../../ground/log/log.ts';
import { acceptedAhead } from '../../ground/ports/accepted-ahead.ts';
import { createOrderedRoom } from '../../ground/rooms/place-room.ts';
import type { Secrets } from '../../ground/secrets.ts';
import type { SpamFilter } from '../answers/spam-filter.ts';
import { createLetters, type InboundLetter, type LetterResult } from '../answers/take-letters.ts';
import { readLeaveAddress, readReplyAddress, readReturnPath } from '../mail/return-path.ts';
import { readDotLinesAtOnce } from './dot-lines.ts';
import { findReports, type InboundReport } from './find-reports.ts';
import type { CertificatePair } from './inbound-certificate.ts';
import { limitSessions, type SessionLimits, sessionLimits } from './inbound-sessions.ts';
import { readReport } from './read-report.ts';
import { reportReadBytes } from './report-parts.ts';

/** Bytes of one report. A report quotes the mail, whose attachments are limited to 10,000,000 bytes. */
const reportMaxBytes = 25_000_000;
const clientsMax = 100;
const recipientsMax = 10;
/** Silence after which a client is disconnected (milliseconds). */
const silenceTimeoutMs = 60_000;
/** Interval between checks of the certificate (milliseconds). */
const renewEveryMs = 3_600_000;
/** Time that reports under way have when the listener closes (milliseconds). */
const closeTimeoutMs = 5_000;

/** Mailboxes for abuse reports, at `bounceHost` and at `bounces.` and `reply.<any domain>`. */
const abuseMailboxes: readonly string[] = ['postmaster', 'abuse', 'fbl'];

export interface InboundOptions {
  readonly host: string;
  /** 0: any free port. */
  readonly port: number;
  readonly bounceHost: string;
  /** The certificate for STARTTLS; called repeatedly, so that a renewed certificate needs no restart. */
  readonly certificate: () => Promise<CertificatePair>;
  readonly secrets: Secrets;
  readonly log: Log;
  /** Default: `sessionLimits`. */
  readonly sessions?: SessionLimits;
  /** When it throws, the client is asked to retry, so that no report is lost. */
  onReport(report: InboundReport): Promise<void>;
  /** The person who got the message unsubscribes by mail. When it throws, the client is asked to retry. */
  onLeave(messageId: string): Promise<void>;
  /** Null: answers get no verdict. */
  readonly spamFilter: SpamFilter | null;
  /** Somebody answers a message. When it throws, the client is asked to retry. */
  onLetter(letter: InboundLetter): Promise<LetterResult>;
}

export interface Inbound {
  readonly port: number;
  /** Accepts no new connection, lets reports under way end. */
  close(): Promise<void>;
}

/** Rejects when the port cannot be bound or there is no certificate. */
export async function startInbound(options: InboundOptions): Promise<Inbound> {
  const { bounceHost, log, secrets } = options;
  /** Reports are read one by one: what they take never adds up to one pause. */
  const reading = createOrderedRoom(1);
  const letters = createLetters(options);
  let shown = await options.certificate();
  readDotLinesAtOnce();
  const server = new SMTPServer({
    name: bounceHost,
    banner: 'Tidings takes reports alone',
    logger: false,
    authOptional: true,
    ...shown,
    minVersion: 'TLSv1.2',
    disabledCommands: ['AUTH'],
    disableReverseLookup: true,
    size: reportMaxBytes,
    maxClients: clientsMax,
    socketTimeout: silenceTimeoutMs,
    closeTimeout: closeTimeoutMs,
    onRcptTo({ address }, session, done) {
      if (session.envelope.rcptTo.length >= recipientsMax) return done(refusal(452, '4.5.3 Too many recipients'));
      const isReply = readReplyAddress(secrets, address) !== null;
      const known =
        isReply ||
        readReturnPath(secrets, address) !== null ||
        readLeaveAddress(secrets, address) !== null ||
        isAbuseMailbox(address, bounceHost);
      if (!known) return done(refusal(550, '5.1.1 No such mailbox here'));
      // An answer is read whole and a report is not: each comes by itself, as clients then send it.
      const isMixed = session.envelope.rcptTo.some(
        (other) => (readReplyAddress(secrets, other.address) !== null) !== isReply,
      );
      return done(isMixed ? refusal(452, '4.5.3 Send this address a mail of its own') : null);
    },
    async onData(stream, session, done) {
      const answered = session.envelope.rcptTo
        .map(({ address }) => readReplyAddress(secrets, address))
        .filter((id) => id !== null);
      if (answered.length > 0) return takeAnswer(stream, session.envelope.mailFrom, [...new Set(answered)], done);
      const raw = await readStart(stream).catch(() => null);
      if (raw === null) return done(refusal(451, '4.3.0 The report did not arrive whole'));
      if (stream.sizeExceeded) return done(refusal(552, '5.3.4 The report is too large'));
      try {
        const addresses = session.envelope.rcptTo.map(({ address }) => address);
        const left = addresses.map((address) => readLeaveAddress(secrets, address)).filter((id) => id !== null);
        for (const messageId of new Set(left)) await options.onLeave(messageId);
        if (left.length > 0) log.info({ messages: left }, 'unsubscribe mail received');
        const to = addresses.filter((address) => readLeaveAddress(secrets, address) === null);
        if (to.length === 0) return done(null, '2.0.0 Thank you');
        const report = await reading(async () => {
          await giveWay();
          return readReport(raw, to);
        });
        const found = findReports(secrets, report, to);
        for (const each of found) await options.onReport(each);
        log.info(
          { kind: report.aggregate ?? report.kind, messages: found.map(({ messageId }) => messageId) },
          'report received',
        );
        return done(null, '2.0.0 Thank you');
      } catch (error) {
        log.error({ err: error }, 'recording a report failed');
        return done(refusal(451, '4.3.0 Try again later'));
      }
    },
  });
  limitSessions(server, options.sessions ?? sessionLimits);
  // Errors of a client's connection are no errors of the service.
  server.on('error', (error) => log.debug({ err: error }, 'inbound connection error'));
  const listener = server.listen({ port: options.port, host: options.host, backlog: acceptedAhead });
  await once(listener, 'listening').catch((error: unknown) => {
    throw listenFault('INBOUND_PORT', options.port, error);
  });
  const renewal = setInterval(() => void renew(), renewEveryMs).unref();

  async function takeAnswer(
    stream: SMTPServerDataStream,
    mailFrom: SMTPServerSession['envelope']['mailFrom'],
    messageIds: readonly string[],
    done: (error: Error | null, message?: string) => void,
  ): Promise<void> {
    try {
      const sender = mailFrom === false ? '' : mailFrom.address;
      const refused = await letters.take(stream, { messageIds, sender });
      return refused ? done(refusal(refused.code, refused.text)) : done(null, '2.0.0 Thank you');
    } catch (error) {
      log.error({ err: error }, 'recording an answer failed');
      return done(refusal(451, '4.3.0 Try again later'));
    }
  }

  async function renew(): Promise<void> {
    try {
      const found = await options.certificate();
      if (found.cert === shown.cert) return;
      server.updateSecureContext(found);
      shown = found;
    } catch (error) {
      log.warn({ err: error }, 'inbound certificate renewal failed; keeping the previous certificate');
    }
  }

  return {
    port: (listener.address() as AddressInfo).port,
    close() {
      clearInterval(renewal);
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}

function isAbuseMailbox(address: string, bounceHost: string): boolean {
  const [local = '', domain] = address.toLowerCase().split('@');
  // RFC 5321, 4.5.1: the one mailbox that needs no domain.
  if (domain === undefined) return local === 'postmaster';
  return abuseMailboxes.includes(local) && (domain === bounceHost.toLowerCase() || /^(?:bounces|reply)\./.test(domain));
}

/** Reads the whole stream, but keeps only its start. */
async function readStart(stream: SMTPServerDataStream): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    if (length < reportReadBytes) parts.push(part as Buffer);
    length += (part as Buffer).length;
  }
  return Buffer.concat(parts).subarray(0, reportReadBytes);
}
