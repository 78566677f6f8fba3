/**
 * One SMTP connection, over which mails are sent one after the other (docs/rules.md#smtp-time-limits). nodemailer
 * implements the protocol.
 */
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';
import SMTPConnection, { type SMTPConnectionOptions, type SMTPEnvelope } from 'nodemailer/lib/smtp-connection';
import { mailChunks } from '../mail/mail-chunks.ts';
import type { OutgoingMail } from '../transport.ts';

/** Time to connect and for the greeting, and the longest silence in a session afterwards (milliseconds). */
const connectTimeoutMs = 15_000;
const greetingTimeoutMs = 30_000;
const silenceTimeoutMs = 60_000;
/**
 * Time to open a session or clear it for the next mail, and for one mail: a server that sends a byte now and then is
 * never silent (milliseconds).
 */
const openTimeoutMs = 120_000;
const mailTimeoutMs = 600_000;
/** Bytes of one reply. */
const replyMaxBytes = 65_536;

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
  /** Whether to ask for delivery reports where the server offers them. */
  readonly wantsReports: boolean;
}

export type SendOutcome =
  /** `reported`: a delivery report was promised. */
  | { readonly kind: 'accepted'; readonly reply: string; readonly reported: boolean }
  | { readonly kind: 'refused'; readonly stage: 'open' | 'mail' | 'rcpt' | 'data'; readonly reply: string }
  /** The connection broke. `offered`: after the mail had begun to go out. */
  | { readonly kind: 'lost'; readonly offered: boolean }
  | { readonly kind: 'unsendable'; readonly reason: 'recipient_invalid' | 'message_too_large' };

export interface SmtpSession {
  readonly tlsVersion: string | null;
  /** False once the session can take no further mail. */
  usable(): boolean;
  /** Never throws. */
  send(mail: OutgoingMail): Promise<SendOutcome>;
  close(): void;
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
  const connection = new SMTPConnection(connectionOptions(options));
  try {
    const extensions = await within(openTimeoutMs, async () => {
      await new Promise<void>((resolve, reject) => {
        connection.once('error', reject);
        connection.once('end', () => reject(new Error('the connection ended')));
        connection.connect((error) => (error ? reject(error) : resolve()));
      });
      const found = readExtensions(connection.lastServerResponse);
      if (options.auth) await login(connection, options.auth);
      return found;
    });
    connection.removeAllListeners('error');
    connection.removeAllListeners('end');
    // Without a listener, an error of an idle connection would end the process.
    connection.on('error', () => undefined);
    return { session: createSession(connection, extensions, options) };
  } catch (error) {
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

/** Rejects when `work` takes longer; the caller closes the connection. */
async function within<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the server took too long')), milliseconds);
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
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
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: greetingTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    maxResponseSize: replyMaxBytes,
    allowInternalNetworkInterfaces: true,
    tls: { rejectUnauthorized: verified, minVersion: verified ? 'TLSv1.2' : 'TLSv1' },
  };
}

function login(connection: SMTPConnection, auth: NonNullable<SessionOptions['auth']>): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.login({ user: auth.user, pass: auth.password }, (error) => (error ? reject(error) : resolve()));
  });
}

/** Returns the keywords of the EHLO reply. */
function readExtensions(reply: string | false): ReadonlySet<string> {
  const lines = (reply || '').split(/\r?\n/).slice(1);
  return new Set(lines.map((line) => line.slice(4).split(/[ =]/)[0]?.toUpperCase() ?? ''));
}

function createSession(
  connection: SMTPConnection,
  extensions: ReadonlySet<string>,
  options: SessionOptions,
): SmtpSession {
  const socket = connection._socket;
  let open = true;
  connection.once('end', () => {
    open = false;
  });
  const close = () => {
    open = false;
    connection.close();
  };
  return {
    tlsVersion: socket instanceof TLSSocket ? socket.getProtocol() : null,
    usable: () => open && !!socket && !socket.destroyed && socket.writable,
    close,
    async send(mail) {
      const { to, from } = mail.envelope;
      if (!isSendable(to, extensions)) return { kind: 'unsendable', reason: 'recipient_invalid' };
      const reported = options.wantsReports && extensions.has('DSN');
      let offered = false;
      // Read only after the server's reply to DATA, which shows whether the mail had begun to go out.
      const source = Readable.from(
        (async function* () {
          offered = true;
          yield* mailChunks(mail.pieces);
        })(),
        { objectMode: false },
      );
      const envelope: SMTPEnvelope = {
        from,
        to,
        size: mail.pieces.reduce((total, { length }) => total + length, 0),
        ...(reported ? { dsn: { ret: 'HDRS', notify: ['SUCCESS', 'FAILURE'], envid: envelopeId(from) } } : {}),
      };
      try {
        const reply = await within(
          mailTimeoutMs,
          () =>
            new Promise<string>((resolve, reject) => {
              connection.send(envelope, source, (error, info) => (error ? reject(error) : resolve(info.response)));
            }),
        );
        return { kind: 'accepted', reply, reported };
      } catch (error) {
        const outcome = readFailure(error as SmtpFailure, offered);
        if (outcome.kind === 'lost') close();
        else if (open && !(await reset(connection))) close();
        return outcome;
      }
    },
  };
}

/** The signed return path names the message; its local part serves as ENVID (RFC 3461, 4.4). */
function envelopeId(from: string): string {
  return from.slice(0, from.lastIndexOf('@'));
}

/** Whether the address can stand in a command: no blanks or brackets; beyond ASCII only where the server accepts it. */
function isSendable(address: string, extensions: ReadonlySet<string>): boolean {
  if (!/^[^\s<>\p{Cc}]+@[^\s<>@\p{Cc}]+$/u.test(address)) return false;
  return /^\p{ASCII}*$/u.test(address) || extensions.has('SMTPUTF8');
}

function readFailure(error: SmtpFailure, offered: boolean): SendOutcome {
  if (error.response && error.responseCode)
    return { kind: 'refused', stage: stageOf(error, offered), reply: error.response };
  if (error.code === 'EMESSAGE') return { kind: 'unsendable', reason: 'message_too_large' };
  if (error.code === 'EENVELOPE') return { kind: 'unsendable', reason: 'recipient_invalid' };
  return { kind: 'lost', offered };
}

function stageOf(error: SmtpFailure, offered: boolean): 'open' | 'mail' | 'rcpt' | 'data' {
  if (offered || error.command === 'DATA') return 'data';
  if (error.command === 'MAIL FROM') return 'mail';
  return error.command === 'RCPT TO' ? 'rcpt' : 'open';
}

/** Ends a rejected transaction, so that the next mail finds the session clean. */
async function reset(connection: SMTPConnection): Promise<boolean> {
  const cleared = () =>
    new Promise<boolean>((resolve) => {
      const ended = () => resolve(false);
      connection.once('end', ended);
      connection.reset((error) => {
        connection.off('end', ended);
        resolve(!error);
      });
    });
  return within(openTimeoutMs, cleared).catch(() => false);
}
