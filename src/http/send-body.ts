/**
 * Sends the body of a response in parts: the next one once the system has taken those before. So it shows how much a
 * client has read, and what it does not read stays one buffer (docs/rules.md#unread-responses).
 */
import { noteUnsent } from './bytes-left.ts';
import type { Exchange } from './exchange.ts';

const partBytes = 64 * 1024;

/** Sends the whole body of a response whose head was written, and ends the response. */
export function sendBody(exchange: Exchange, body: Buffer): void {
  const { response, unread } = exchange;
  let sent = 0;
  const send = () => {
    while (sent + partBytes < body.length) {
      const part = body.subarray(sent, sent + partBytes);
      sent += partBytes;
      noteUnsent(response, body.length - sent);
      if (response.write(part)) continue;
      response.once('drain', send);
      unread?.look(exchange);
      return;
    }
    noteUnsent(response, 0);
    response.end(body.subarray(sent));
  };
  send();
}
