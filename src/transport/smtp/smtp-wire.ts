/** An open SMTP connection as its transactions see it: command lines and mails out, replies in. */
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { mailChunks } from '../mail/mail-chunks.ts';
import { createDotStuffing } from './dot-stuffing.ts';
import { createReplyReader } from './reply-reader.ts';
import { type SmtpStep, smtpTimeLimits } from './smtp-time-limits.ts';

/** Bytes of one reply. */
export const replyMaxBytes = 65_536;

export interface SmtpWire {
  usable(): boolean;
  /** Writes command lines together, without their line breaks; each of them gets one reply. */
  write(...lines: readonly string[]): void;
  /**
   * Writes a mail and its end, which get one reply; resolves when the bytes are on their way. False: the server answered
   * or left before the end of the mail was written. Null: `mayEnd` said no, and the mail has no end.
   */
  writeMail(pieces: readonly Buffer[], mayEnd: () => Promise<boolean>): Promise<boolean | null>;
  /**
   * The next reply, its lines joined by LF. Rejects when the connection has ended, and ends it when the reply takes
   * longer than its step may.
   */
  reply(step: SmtpStep): Promise<string>;
  close(): void;
}

interface Waiting {
  readonly resolve: (reply: string) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Takes over a connection that nodemailer has opened and logged in. nodemailer goes on to watch the socket for errors
 * and for its end. Its own transactions take twice the time of the ones here: streams, and a look at
 * each byte.
 */
export function createSmtpWire(connection: SMTPConnection): SmtpWire {
  const socket = connection._socket;
  if (!socket) throw new Error('the connection has no socket');
  const reader = createReplyReader(replyMaxBytes);
  const replies: string[] = [];
  const waiting: Waiting[] = [];
  /** Replies that were asked for and have not come. */
  let expected = 0;
  let open = true;
  let onRoom: (() => void) | null = null;

  const take = (reply: string) => {
    expected -= 1;
    const first = waiting.shift();
    if (first) first.resolve(reply);
    else replies.push(reply);
  };

  const end = () => {
    if (!open) return;
    open = false;
    const last = reader.unended();
    if (last !== null && expected > 0) take(last);
    for (const { reject } of waiting.splice(0)) reject(new Error('the connection ended'));
    onRoom?.();
  };

  const close = () => {
    end();
    connection.close();
  };

  /** Without the polite end, which would go on reading for five seconds. */
  const hangUp = () => {
    close();
    socket.destroy();
  };

  // No listener of Node's own is among them.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const reply of reader.push(chunk)) {
        // A server that speaks unasked is about to close the connection, or out of step.
        if (expected === 0) return hangUp();
        take(reply);
      }
    } catch {
      hangUp();
    }
  });
  socket.on('drain', () => onRoom?.());
  connection.once('end', end);

  const hasRoom = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(hangUp, smtpTimeLimits.block);
      onRoom = () => {
        onRoom = null;
        clearTimeout(timer);
        resolve();
      };
    });

  const nextReply = () =>
    new Promise<string>((resolve, reject) => {
      const reply = replies.shift();
      if (reply !== undefined) resolve(reply);
      else if (open) waiting.push({ resolve, reject });
      else reject(new Error('the connection ended'));
    });

  return {
    usable: () => open && !socket.destroyed && socket.writable,
    close,
    write(...lines) {
      expected += lines.length;
      if (open) socket.write(`${lines.join('\r\n')}\r\n`);
    },
    async writeMail(pieces, mayEnd) {
      expected += 1;
      const dots = createDotStuffing();
      let last: Buffer | null = null;
      for await (const chunk of mailChunks(pieces)) {
        if (last !== null && open && !socket.write(last) && open) await hasRoom();
        last = dots.push(chunk);
      }
      if (!(await mayEnd())) return null;
      if (!open) return false;
      const answeredEarly = replies.length > 0;
      // The end of the mail leaves together with its last piece.
      socket.cork();
      if (last !== null) socket.write(last);
      socket.write(dots.end());
      socket.uncork();
      return !answeredEarly;
    },
    async reply(step) {
      // Bytes do not prolong it: a server that sends one now and then is never silent.
      const timer = setTimeout(hangUp, smtpTimeLimits[step]);
      try {
        return await nextReply();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
