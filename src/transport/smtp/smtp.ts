/** Mail out through a relay: `TRANSPORT=smtp` with `SMTP_URL`. */

import { asciiAddress } from '../mail/mail-header.ts';
import { judgeDelivery } from '../replies/judge-delivery.ts';
import type { OutgoingMail, Transport } from '../transport.ts';
import type { SentMail } from './kept-sessions.ts';
import { createSmtpPool } from './smtp-pool.ts';
import { openSmtpSession, type SessionOptions, type StartTls } from './smtp-session.ts';

/** Simultaneous sessions to the relay; `?connections=` in SMTP_URL overrides it. */
const defaultConnections = 20;
const connectionsMax = 200;

const loopbackHosts: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];
const startTlsModes: readonly StartTls[] = ['required', 'opportunistic', 'none'];

export interface RelayOptions {
  /**
   * `smtp://user:password@host:port?tls=required|opportunistic|none&connections=20`, or `smtps://…` for TLS from the
   * first byte. Default: opportunistic; required when a password goes to another machine.
   */
  readonly url: string;
  /** The name of this service in EHLO. */
  readonly clientName: string;
  /** Address of this machine to connect from; absent: the system chooses. */
  readonly localAddress?: string | undefined;
}

/** Throws when `url` is invalid; the message names no user and no password. */
export function createSmtpTransport(options: RelayOptions): Transport {
  const relay = readRelayUrl(options);
  return createRelayTransport('smtp', relay.session, relay.connections);
}

/** A transport that hands every mail to one server. */
export function createRelayTransport(
  name: 'smtp' | 'capture',
  session: SessionOptions,
  connections: number,
): Transport {
  const pool = createSmtpPool({ open: () => openSmtpSession(session), limit: connections });
  // The local inbox is the end of the mail: its reply counts as the recipient's.
  const side = name === 'capture' ? 'exchanger' : 'relay';
  const judge = (sent: SentMail, recipient: string, sender: string | null, durationMs: number) => {
    const { host: exchanger, clientName } = session;
    return judgeDelivery(sent, { recipient, sender, clientName, exchanger, side, durationMs });
  };
  return {
    name,
    laneOf: null,
    outage(to) {
      const sent = pool.outage();
      return sent && judge(sent, asciiAddress(to), null, 0);
    },
    async deliver(mail: OutgoingMail) {
      const started = performance.now();
      const to = asciiAddress(mail.envelope.to);
      const sent = await pool.send({ ...mail, envelope: { from: mail.envelope.from, to } });
      return judge(sent, to, mail.envelope.from, Math.round(performance.now() - started));
    },
    close: () => pool.close(),
  };
}

function readRelayUrl(options: RelayOptions): { readonly session: SessionOptions; readonly connections: number } {
  const url = URL.canParse(options.url) ? new URL(options.url) : null;
  if (url === null || url.hostname === '' || !/^smtps?:$/.test(url.protocol))
    throw new Error('SMTP_URL: is not an smtp URL');
  const implicitTls = url.protocol === 'smtps:';
  const auth =
    url.username === '' ? null : { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
  const named = url.searchParams.get('tls');
  const startTls = startTlsModes.find((mode) => mode === named);
  if (named !== null && startTls === undefined) throw new Error('SMTP_URL: tls is required, opportunistic or none');
  const connections = Number(url.searchParams.get('connections') ?? defaultConnections);
  if (!Number.isInteger(connections) || connections < 1 || connections > connectionsMax) {
    throw new Error(`SMTP_URL: connections is a number from 1 to ${connectionsMax}`);
  }
  const exposed = auth !== null && !loopbackHosts.includes(url.hostname);
  return {
    connections,
    session: {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      address: null,
      port: url.port === '' ? (implicitTls ? 465 : 587) : Number(url.port),
      implicitTls,
      startTls: startTls ?? (exposed ? 'required' : 'opportunistic'),
      auth,
      clientName: options.clientName,
      localAddress: options.localAddress ?? null,
      wantsReports: true,
    },
  };
}
