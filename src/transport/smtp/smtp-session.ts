/**
 * One SMTP connection, over which mails are sent one after the other (docs/rules.md#smtp-time-limits). nodemailer
 * connects, upgrades and logs in; mail-transaction.ts sends the mails.
 */
import { constants } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import type { OutgoingMail } from '../transport.ts';
import { BoundedConnection } from './bounded-connection.ts';
import { isClosing, type SendOutcome, type SmtpExtensions, sendMail } from './mail-transaction.ts';
import { smtpTimeLimits } from './smtp-time-limits.ts';
import { createSmtpWire, replyMaxBytes, type SmtpWire } from './smtp-wire.ts';

/** `required`: STARTTLS with a valid certificate or nothing. `opportunistic`: TLS where it works, else in the clear. */
export type StartTls = 'required' | 'opportunistic' | 'none';

export interface SessionOptions {
  readonly host: string;
  /** Address to connect to; null: `host` is resolved. */
  readonly address: string | null;
  readonly port: number;
  /** TLS from the first byte. */
  readonly implicitTls: boolean;
  readonly startTls: StartTls;
  readonly auth: { readonly user: string; readonly password: string } | null;
  /** The name of this service in EHLO. */
  readonly clientName: string;
  /** Address of this machine to connect from; null: the system chooses. */
  readonly localAddress: string | null;
  /** Whether to ask for delivery reports where the server offers them. */
  readonly wantsReports: boolean;
}

export interface SmtpSession {
  readonly tlsVersion: string | null;
  /** False once the session can take no further mail. */
  usable(): boolean;
  /** Never throws. */
  send(mail: OutgoingMail): Promise<SendOutcome>;
  close(): void;
  /** Resolves when the connection has ended: until then the server counts it. */
  readonly closed: Promise<void>;
}

export type OpenedSession = { readonly session: SmtpSession } | { readonly failure: SendOutcome };

interface SmtpFailure extends Error {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
  readonly responseCode?: number;
}

/** Connects, greets, upgrades and logs in. Never throws. */
export async function openSmtpSession(options: SessionOptions): Promise<OpenedSession> {
  const opened = await openOnce(options);
  // A server with broken TLS gets the mail unencrypted, like a server without TLS.
  const retry =
    'tlsFailed' in opened && opened.tlsFailed && options.startTls === 'opportunistic' && !options.implicitTls;
  return retry ? openOnce({ ...options, startTls: 'none' }) : opened;
}

async function openOnce(options: SessionOptions): Promise<OpenedSession & { readonly tlsFailed?: boolean }> {
  const connection = new BoundedConnection(connectionOptions(options));
  try {
    await new Promise<void>((resolve, reject) => {
      connection.once('error', reject);
      connection.once('end', () => reject(new Error('the connection ended')));
      connection.connect((error) => {
        if (error) reject(error);
        else if (options.auth) login(connection, options.auth).then(resolve, reject);
        else resolve();
      });
    });
    connection.settle();
    connection.removeAllListeners('error');
    connection.removeAllListeners('end');
    // Without a listener, an error of an idle connection would end the process.
    connection.on('error', () => undefined);
    return { session: createSession(connection, options) };
  } catch (error) {
    connection.settle();
    connection.removeAllListeners('end');
    connection.removeAllListeners('error');
    connection.on('error', () => undefined);
    connection.close();
    const failure = error as SmtpFailure;
    const outcome: SendOutcome =
      failure.response && failure.responseCode
        ? { kind: 'refused', stage: 'open', reply: failure.response }
        : { kind: 'lost', offered: false };
    return { failure: outcome, tlsFailed: failure.code === 'ETLS' || connection.upgrading === true };
  }
}

function connectionOptions(options: SessionOptions): SMTPConnectionOptions {
  const verified = options.implicitTls || options.startTls === 'required';
  return {
    host: options.address ?? options.host,
    // A certificate can name an address, but SNI cannot (RFC 6066).
    servername: isIP(options.host) === 0 ? options.host : undefined,
    port: options.port,
    secure: options.implicitTls,
    requireTLS: options.startTls === 'required',
    ignoreTLS: options.startTls === 'none',
    opportunisticTLS: options.startTls === 'opportunistic',
    name: options.clientName,
    ...(options.localAddress === null ? {} : { localAddress: options.localAddress }),
    maxResponseSize: replyMaxBytes,
    allowInternalNetworkInterfaces: true,
    tls: {
      rejectUnauthorized: verified,
      minVersion: verified ? 'TLSv1.2' : 'TLSv1',
      // A server could ask for one handshake after the other, each with the work of the first.
      secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
    },
  };
}

function login(connection: SMTPConnection, auth: NonNullable<SessionOptions['auth']>): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.login({ user: auth.user, pass: auth.password }, (error) => (error ? reject(error) : resolve()));
  });
}

/** Reads the keywords of the EHLO reply with their parameters. */
function readExtensions(reply: string): SmtpExtensions {
  const lines = reply.split(/\r?\n/).slice(1);
  return new Map(
    lines.map((line) => {
      const [keyword = '', parameters = ''] = line.slice(4).split(/[ =](.*)/s);
      return [keyword.toUpperCase(), parameters];
    }),
  );
}

function createSession(connection: BoundedConnection, { wantsReports }: SessionOptions): SmtpSession {
  const extensions = readExtensions(connection.ehloReply);
  const socket = connection._socket;
  // From here on each reply and each block has its own limit; an idle session is the pool's to close.
  if (socket) socket.setTimeout(0);
  const wire = createSmtpWire(connection);
  /** At once: a polite end would be a line of the mail. */
  const hangUp = () => {
    wire.close();
    if (socket) socket.destroy();
  };
  return {
    tlsVersion: socket instanceof TLSSocket ? socket.getProtocol() : null,
    usable: wire.usable,
    close: wire.close,
    closed: socket ? endOf(socket) : Promise.resolve(),
    async send(mail) {
      // A closed connection ends the transaction.
      const timer = setTimeout(wire.close, smtpTimeLimits.transaction);
      const outcome = await sendMail(wire, mail, { extensions, wantsReports });
      clearTimeout(timer);
      if (outcome.kind === 'withdrawn' && outcome.offered) hangUp();
      else if (outcome.kind === 'withdrawn' && outcome.begun && !(await reset(wire))) wire.close();
      else if (outcome.kind === 'lost' || (outcome.kind === 'refused' && isClosing(outcome.reply))) wire.close();
      else if (outcome.kind === 'refused' && wire.usable() && !(await reset(wire))) wire.close();
      return outcome;
    },
  };
}

function endOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}

/** Ends a rejected transaction, so that the next mail finds the session clean. */
async function reset(wire: SmtpWire): Promise<boolean> {
  wire.write('RSET');
  return wire.reply('command').then(
    (reply) => reply.startsWith('2'),
    () => false,
  );
}
