/**
 * nodemailer's connection while a session is opened, with a bound for all that the server sends meanwhile. nodemailer
 * bounds one reply alone: it keeps the lines behind it in a list, and takes one from the list in each turn of the event
 * loop. A server that sends nothing but empty lines would fill the memory.
 */
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { replyMaxBytes } from './smtp-wire.ts';

/** Bytes of the greeting and of the replies to EHLO, STARTTLS, EHLO again and AUTH together. */
const openingMaxBytes = 2 * replyMaxBytes;
/** Lines of the same. Large providers send about twenty. */
const openingMaxLines = 1_000;
const lineFeed = 0x0a;

interface Receiver {
  _onData(chunk: Buffer): void;
}

/** Its types leave this method out; a test shows that nodemailer calls it. */
const receiver = SMTPConnection.prototype as unknown as Receiver;

export class BoundedConnection extends SMTPConnection implements Receiver {
  private bytes = 0;
  private lines = 0;

  /** Whatever the server sends until smtp-wire.ts takes over; after TLS has begun, what it sends inside of it. */
  _onData(chunk: Buffer): void {
    this.bytes += chunk.length;
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) this.lines += 1;
    if (this.bytes > openingMaxBytes || this.lines > openingMaxLines) this.hangUp();
    else receiver._onData.call(this, chunk);
  }

  /** Without the polite end, which would go on reading for five seconds. */
  private hangUp(): void {
    const socket = this._socket;
    this.close();
    if (socket) socket.destroy();
  }
}
