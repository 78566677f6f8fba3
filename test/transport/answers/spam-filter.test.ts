/** What SpamAssassin's daemon is asked and says (docs/rules.md#spam-verdicts). A server of TCP speaks its protocol here. */
import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { askSpamFilter } from '../../../src/transport/answers/spam-filter.ts';

let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

/** Says `answer` once a whole request has come; null: never. Returns where it listens, and what it was asked. */
async function daemon(answer: string | null) {
  const asked: string[] = [];
  const listening = createServer({ allowHalfOpen: true }, (socket) => {
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      const length = Number(/^Content-length: (\d+)/m.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
      if (text.length < text.indexOf('\r\n\r\n') + 4 + length) return;
      asked.push(text);
      if (answer !== null) socket.end(answer);
    });
    socket.on('error', () => undefined);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('It listens on a port');
  return { filter: { host: '127.0.0.1', port: address.port }, asked };
}

const mail = Buffer.from('Subject: Re: Order\r\n\r\nThank you.\r\n');

it('sends the mail, and reads the verdict', async () => {
  const { filter, asked } = await daemon('SPAMD/1.1 0 EX_OK\r\nContent-length: 0\r\nSpam: True ; 6.4 / 5.0\r\n\r\n');
  expect(await askSpamFilter(filter, mail)).toEqual({ isSpam: true, score: 6.4, threshold: 5 });
  expect(asked).toEqual([`CHECK SPAMC/1.5\r\nContent-length: ${mail.length}\r\n\r\n${mail.toString('latin1')}`]);
});

it.each([
  ['SPAMD/1.5 0 EX_OK\r\nSpam: False ; -1.9 / 5.0\r\n\r\n', { isSpam: false, score: -1.9, threshold: 5 }],
  ['SPAMD/1.5 0 EX_OK\r\nSpam: False ; 0 / 5\r\n\r\n', { isSpam: false, score: 0, threshold: 5 }],
  ['SPAMD/1.0 75 EX_TEMPFAIL\r\nSpam: True ; 9 / 5\r\n\r\n', null],
  ['SPAMD/1.5 0 EX_OK\r\n\r\n', null],
  ['HTTP/1.1 400 Bad Request\r\n\r\n', null],
  ['a'.repeat(1_000_000), null],
  ['', null],
])('%j', async (answer, verdict) => {
  const { filter } = await daemon(answer);
  expect(await askSpamFilter(filter, mail)).toEqual(verdict);
});

it('has no verdict from a daemon that says nothing, or is not there, or for a mail that is too large', async () => {
  const { filter, asked } = await daemon(null);
  expect(await askSpamFilter(filter, mail, 50)).toBeNull();
  expect(asked).toHaveLength(1);
  expect(await askSpamFilter(filter, Buffer.alloc(512_001, 'a'))).toBeNull();
  expect(asked).toHaveLength(1);
  server?.close();
  expect(await askSpamFilter({ host: '127.0.0.1', port: 1 }, mail)).toBeNull();
});
