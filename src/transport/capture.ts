/** Mail to the local inbox: a real SMTP hop that never leaves the machine (`TRANSPORT=capture`). */
import { factFields } from './mail/mail-facts.ts';
import { createRelayTransport } from './smtp/smtp.ts';
import type { Transport } from './transport.ts';

const connections = 10;

export interface CaptureOptions {
  /** Address of the inbox's SMTP server, on loopback. */
  readonly host: string;
  readonly port: number;
  readonly clientName: string;
}

export function createCaptureTransport(options: CaptureOptions): Transport {
  const { host, port, clientName } = options;
  const relay = createRelayTransport(
    'capture',
    {
      host,
      port,
      clientName,
      address: null,
      localAddress: null,
      implicitTls: false,
      startTls: 'none',
      auth: null,
      wantsReports: false,
    },
    connections,
  );
  return {
    ...relay,
    deliver: (mail) => relay.deliver(mail.facts ? { ...mail, pieces: [factFields(mail.facts), ...mail.pieces] } : mail),
  };
}
