/**
 * nodemailer's connection while a session is opened, with bounds of our own. nodemailer bounds one reply alone: it keeps
 * the lines behind it in a list, and takes one from the list in each round of the event loop. A server that sends nothing
 * but empty lines would fill the memory. Its limit of connecting counts on through the greeting, and afterwards it
 * notices silence alone: here each step has the time that the rule gives it (docs/rules.md#smtp-time-limits).
 */
import SMTPConnection, { type SMTPConnectionOptions } from 'nodemailer/lib/smtp-connection';
import { libraryTimeLimits, type SmtpStep, smtpTimeLimits } from './smtp-time-limits.ts';
import { replyMaxBytes } from './smtp-wire.ts';

/** Bytes of the greeting and of the replies to EHLO, STARTTLS, EHLO again and AUTH together. */
const openingMaxBytes = 2 * replyMaxBytes;
/** Lines of the same. Large providers send about twenty. */
const openingMaxLines = 1_000;
const lineFeed = 0x0a;

interface Inner {
  _connectionDeadline: number;
  _onData(chunk: Buffer): void;
  _onConnect(): void;
  _sendCommand(line: string): void;
  _upgradeConnection(callback: (error: Error | null, secured?: boolean) => void): void;
  _parseEhloExtensions(reply: string): void;
}

/** Its types leave these methods out; tests show that nodemailer calls them. */
const inner = SMTPConnection.prototype as unknown as Inner;

export class BoundedConnection extends SMTPConnection implements Inner {
  /** When nodemailer gives up on connecting, greeting and upgrading together, by `Date.now()`. */
  declare _connectionDeadline: number;
  /** The EHLO reply that holds for the session: the last good one. Empty after a HELO. */
  ehloReply = '';
  private bytes = 0;
  private lines = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(options: SMTPConnectionOptions) {
    super({ ...options, ...libraryTimeLimits });
    this.begin('connect');
  }

  /** Ends the limits of opening: the session is open, or it failed. */
  settle(): void {
    clearTimeout(this.timer);
  }

  _onConnect(): void {
    this.begin('greeting');
    // What connecting has left of its own time is no limit of the greeting.
    this._connectionDeadline = Number.POSITIVE_INFINITY;
    inner._onConnect.call(this);
  }

  _sendCommand(line: string): void {
    this.begin('command');
    inner._sendCommand.call(this, line);
  }

  _upgradeConnection(callback: (error: Error | null, secured?: boolean) => void): void {
    this.begin('handshake');
    inner._upgradeConnection.call(this, callback);
  }

  /** nodemailer calls it with the reply of a session that stays in the clear, too, after STARTTLS was refused. */
  _parseEhloExtensions(reply: string): void {
    this.ehloReply = reply;
    inner._parseEhloExtensions.call(this, reply);
  }

  /** Whatever the server sends until smtp-wire.ts takes over; after TLS has begun, what it sends inside of it. */
  _onData(chunk: Buffer): void {
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) this.lines += 1;
    if (this.bytes > openingMaxBytes || this.lines > openingMaxLines) this.hangUp();
    else inner._onData.call(this, chunk);
  }

  /** Bytes do not prolong a step: a server that sends one now and then is never silent. */
  private begin(step: SmtpStep): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hangUp(), smtpTimeLimits[step]);
  }

  /** Without the polite end, which would go on reading for five seconds. */
  private hangUp(): void {
    clearTimeout(this.timer);
    const socket = this._socket;
    this.close();
    if (socket) socket.destroy();
  }
}
