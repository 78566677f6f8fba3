/**
 * An SMTP server that takes every mail, in a process of its own. Written over the socket: a library's server takes
 * more time for a mail than the service does. It tells when `DATA` came for each recipient.
 */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { answerQuestions } from '../../../attacks/harness/child.ts';

const endOfMail = Buffer.from('\r\n.\r\n');

/** Recipients and when their `DATA` came; milliseconds of the machine's monotonic clock. */
let dataAt: [string, number][] = [];
let isRecording = false;
let taken = 0;
let lastMail: Buffer | null = null;

function serve(socket: Socket): void {
  let rest: Buffer = Buffer.alloc(0);
  let inMail = false;
  let recipients: string[] = [];
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.write('220 sink ESMTP\r\n');
  socket.on('data', (part) => {
    rest = rest.length === 0 ? Buffer.from(part) : Buffer.concat([rest, Buffer.from(part)]);
    let replies = '';
    for (;;) {
      const end = rest.indexOf(inMail ? endOfMail : '\r\n');
      if (end < 0) break;
      const piece = rest.subarray(0, end);
      rest = rest.subarray(end + (inMail ? endOfMail.length : 2));
      if (inMail) {
        inMail = false;
        taken += 1;
        lastMail = piece;
        recipients = [];
        replies += '250 2.0.0 Ok\r\n';
      } else {
        replies += answer(piece.toString('latin1'));
      }
    }
    if (replies !== '') socket.write(replies);
  });

  function answer(line: string): string {
    const verb = line.slice(0, 4).toUpperCase();
    switch (verb) {
      case 'EHLO':
        return '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 ENHANCEDSTATUSCODES\r\n';
      case 'RCPT':
        recipients.push(/<([^>]*)>/.exec(line)?.[1] ?? '');
        return '250 2.1.5 Ok\r\n';
      case 'DATA': {
        inMail = true;
        if (isRecording) {
          const now = Number(process.hrtime.bigint()) / 1e6;
          for (const recipient of recipients) dataAt.push([recipient, now]);
        }
        return '354 Go on\r\n';
      }
      case 'QUIT':
        socket.end('221 2.0.0 Bye\r\n');
        return '';
      default:
        return '250 2.0.0 Ok\r\n';
    }
  }
}

const server = createServer(serve);
server.listen(0, '127.0.0.1', () =>
  answerQuestions((server.address() as AddressInfo).port, {
    taken: () => taken,
    record: () => {
      isRecording = true;
      dataAt = [];
    },
    recorded: () => dataAt,
    lastMail: () => lastMail?.toString('latin1') ?? null,
  }),
);
