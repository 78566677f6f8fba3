import type { OutgoingMail, SendingStep } from '../transport.ts';
import type { SmtpWire } from './smtp-wire.ts';

/** The outcome of an attempt at a mail, from connecting on. */
export type SendOutcome =
  /** `reported`: a delivery report was promised. */
  | { readonly kind: 'accepted'; readonly reply: string; readonly reported: boolean }
  | { readonly kind: 'refused'; readonly stage: 'open' | 'mail' | 'rcpt' | 'data'; readonly reply: string }
  /** The mail may not go out any more. `begun`: after `MAIL`; `offered`: after `DATA`, so that the connection must end. */
  | { readonly kind: 'withdrawn'; readonly begun: boolean; readonly offered: boolean }
  /** The connection broke. `offered`: after the mail had begun to go out. */
  | { readonly kind: 'lost'; readonly offered: boolean }
  | { readonly kind: 'unsendable'; readonly reason: 'recipient_invalid' | 'message_too_large' };

/** The keywords of a server's EHLO reply with their parameters. */
export type SmtpExtensions = ReadonlyMap<string, string>;

interface TransactionOptions {
  readonly extensions: SmtpExtensions;
  /** Whether to ask for delivery reports where the server offers them. */
  readonly wantsReports: boolean;
}

/**
 * Sends one mail over an open connection (RFC 5321, 3.3) (docs/rules.md#mail-transactions). Where the server offers
 * PIPELINING (RFC 2920) the envelope and DATA leave together. Afterwards the connection may need a reset, unless the
 * mail was accepted. Never throws.
 */
export async function sendMail(wire: SmtpWire, mail: OutgoingMail, options: TransactionOptions): Promise<SendOutcome> {
  const { extensions, wantsReports } = options;
  const { from, to } = mail.envelope;
  const size = mail.pieces.reduce((total, { length }) => total + length, 0);
  if (!isSendable(to, extensions)) return { kind: 'unsendable', reason: 'recipient_invalid' };
  if (size > sizeMax(extensions)) return { kind: 'unsendable', reason: 'message_too_large' };
  const reported = wantsReports && extensions.has('DSN');
  const envelope = [
    `MAIL FROM:<${from}>${mailParameters(mail, { size, extensions, reported })}`,
    `RCPT TO:<${to}>${reported ? ' NOTIFY=SUCCESS,FAILURE' : ''}`,
  ] as const;
  const may = async (step: SendingStep) => (await mail.mayGoOn?.(step)) ?? true;
  const mayGoOn = () => may('go on');
  let offered = false;
  try {
    if (!(await may('begin'))) return { kind: 'withdrawn', begun: false, offered };
    const refusal = extensions.has('PIPELINING')
      ? await openPipelined(wire, envelope)
      : await openOneByOne(wire, envelope, mayGoOn);
    if (refusal !== null) return refusal;
    offered = true;
    const whole = await wire.writeMail(mail.pieces, mayGoOn);
    if (whole === null) return { kind: 'withdrawn', begun: true, offered };
    const reply = await wire.reply('end');
    if (!isAccepted(reply)) return refused('data', reply);
    // A server may refuse a mail that it has not read to its end. It cannot have taken one.
    return whole ? { kind: 'accepted', reply, reported } : { kind: 'lost', offered };
  } catch {
    return { kind: 'lost', offered };
  }
}

type Envelope = readonly [mail: string, rcpt: string];
type Refusal = Extract<SendOutcome, { kind: 'refused' }>;
type Withdrawal = Extract<SendOutcome, { kind: 'withdrawn' }>;

/** Returns the rejection of a command, or null once the server waits for the mail. */
async function openOneByOne(
  wire: SmtpWire,
  [mail, rcpt]: Envelope,
  mayGoOn: () => Promise<boolean>,
): Promise<Refusal | Withdrawal | null> {
  wire.write(mail);
  const mailReply = await wire.reply('mail');
  if (!isAccepted(mailReply)) return refused('mail', mailReply);
  if (!(await mayGoOn())) return { kind: 'withdrawn', begun: true, offered: false };
  wire.write(rcpt);
  const rcptReply = await wire.reply('rcpt');
  if (!isAccepted(rcptReply)) return refused('rcpt', rcptReply);
  if (!(await mayGoOn())) return { kind: 'withdrawn', begun: true, offered: false };
  wire.write('DATA');
  return dataRefusal(await wire.reply('data'));
}

async function openPipelined(wire: SmtpWire, [mail, rcpt]: Envelope): Promise<Refusal | null> {
  wire.write(mail, rcpt, 'DATA');
  const mailReply = await wire.reply('mail');
  const mailRefusal = isAccepted(mailReply) ? null : refused('mail', mailReply);
  // The server closes the connection, and may not answer the other commands.
  if (mailRefusal !== null && isClosing(mailReply)) return mailRefusal;
  const rcptReply = await wire.reply('rcpt');
  const refusal = mailRefusal ?? (isAccepted(rcptReply) ? null : refused('rcpt', rcptReply));
  if (refusal !== null && isClosing(rcptReply)) return refusal;
  const dataReply = await wire.reply('data');
  if (refusal === null) return dataRefusal(dataReply);
  // A server must reject DATA without a recipient. One that does not would take the next command for a line of a mail.
  if (dataRefusal(dataReply) === null) wire.close();
  return refusal;
}

/** Some servers answer DATA with 250. */
function dataRefusal(reply: string): Refusal | null {
  return /^[23]/.test(reply) ? null : refused('data', reply);
}

function refused(stage: Refusal['stage'], reply: string): Refusal {
  return { kind: 'refused', stage, reply };
}

function isAccepted(reply: string): boolean {
  return reply.startsWith('2');
}

/** RFC 5321, 4.2.1: the server closes the connection, whatever the command was. */
export function isClosing(reply: string): boolean {
  return /^421(?:[ -]|$)/.test(reply);
}

interface ParameterFacts {
  readonly size: number;
  readonly extensions: SmtpExtensions;
  readonly reported: boolean;
}

function mailParameters({ envelope }: OutgoingMail, { size, extensions, reported }: ParameterFacts): string {
  const parameters = [
    ...(isAscii(envelope.to) ? [] : ['SMTPUTF8']),
    ...(extensions.has('SIZE') ? [`SIZE=${size}`] : []),
    // The signed return path names the message; its local part serves as ENVID (RFC 3461, 4.4).
    ...(reported ? ['RET=HDRS', `ENVID=${xtext(envelope.from.slice(0, envelope.from.lastIndexOf('@')))}`] : []),
  ];
  return parameters.map((parameter) => ` ${parameter}`).join('');
}

/** RFC 3461, 4. */
function xtext(text: string): string {
  return text.replace(/[^!-~]|[+=]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase();
    return `+${code.padStart(2, '0')}`;
  });
}

/** Bytes of a mail that the server takes (RFC 1870); 0 and no number mean any. */
function sizeMax(extensions: SmtpExtensions): number {
  const said = Number(extensions.get('SIZE') ?? 0);
  return said > 0 ? said : Number.POSITIVE_INFINITY;
}

/** Whether the address can stand in a command: no blanks or brackets; beyond ASCII only where the server accepts it. */
function isSendable(address: string, extensions: SmtpExtensions): boolean {
  if (!/^[^\s<>\p{Cc}]+@[^\s<>@\p{Cc}]+$/u.test(address)) return false;
  return isAscii(address) || extensions.has('SMTPUTF8');
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text);
}
