/** A real SMTP server on a free loopback port that keeps what it takes. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface SinkMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
  readonly secure: boolean;
  readonly session: string;
}

export interface Refusal {
  readonly code: number;
  readonly text: string;
}

export interface SmtpSink {
  readonly port: number;
  readonly mails: readonly SinkMail[];
  /** Sessions opened so far. */
  readonly sessions: ReadonlySet<string>;
  close(): Promise<void>;
}

interface SinkOptions extends SMTPServerOptions {
  /** Where it listens; default: a free port at 127.0.0.1. */
  readonly address?: string;
  readonly port?: number;
  readonly refuse?: (stage: 'mail' | 'rcpt' | 'data', value: string, session: SMTPServerSession) => Refusal | null;
}

const asError = (refusal: Refusal | null | undefined): Error | null =>
  refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null;

export async function startSmtpSink({ refuse, address: host, port, ...options }: SinkOptions = {}): Promise<SmtpSink> {
  const mails: SinkMail[] = [];
  const sessions = new Set<string>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.secure || options.cert ? [] : ['STARTTLS'],
    logger: false,
    onConnect(session, done) {
      sessions.add(session.id);
      done();
    },
    onMailFrom: (address, session, done) => done(asError(refuse?.('mail', address.address, session))),
    onRcptTo: (address, session, done) => done(asError(refuse?.('rcpt', address.address, session))),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts);
        const error = asError(refuse?.('data', raw.toString(), session));
        const from = session.envelope.mailFrom;
        if (!error) {
          mails.push({
            from: from ? from.address : '',
            to: session.envelope.rcptTo.map(({ address }) => address),
            raw,
            secure: session.secure,
            session: session.id,
          });
        }
        done(error);
      });
    },
    ...options,
  });
  // A client that drops a connection in the middle is part of the tests.
  server.on('error', () => undefined);
  const listener = server.listen(port ?? 0, host ?? '127.0.0.1');
  await once(listener, 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    mails,
    sessions,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
