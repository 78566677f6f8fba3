/** Bodies and headers whose framing is dear, or that say two things at once. */
import type { Attack } from '../harness/attack.ts';
import { emitHead, firstAnswer, openSockets } from '../harness/bare-requests.ts';

export const attacks: readonly Attack[] = [
  {
    name: '2,000,000 chunks of one byte',
    patience: 30_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const socket = await world.socket('http');
      await socket.write(
        emitHead(`Authorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`),
      );
      const part = '1\r\n \r\n'.repeat(50_000);
      for (let n = 0; n < 40 && !socket.closed; n += 1) if (!(await socket.write(part))) break;
      await socket.write('0\r\n\r\n');
      return [await firstAnswer(socket, 20_000)];
    },
  },
  {
    // Node reads 64 KiB of a connection before anyone can look: some 20 ms of each, if they are chunks of one byte.
    name: '500,000 chunks of one byte on eight connections',
    patience: 60_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const part = '1\r\n \r\n'.repeat(25_000);
      const sockets = await openSockets(world, 8);
      return Promise.all(
        sockets.map(async (socket) => {
          await socket.write(
            emitHead(
              `Authorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n`,
            ),
          );
          for (let n = 0; n < 20 && !socket.closed; n += 1) if (!(await socket.write(part))) break;
          await socket.write('0\r\n\r\n');
          return firstAnswer(socket, 40_000);
        }),
      );
    },
  },
  {
    name: 'chunk extensions of 10 kB, a thousand times',
    async run(world) {
      const socket = await world.socket('http');
      await socket.write(emitHead('Transfer-Encoding: chunked\r\n'));
      for (let n = 0; n < 1_000 && !socket.closed; n += 1) {
        if (!(await socket.write(`1;${'e'.repeat(10_000)}\r\n \r\n`))) break;
      }
      return [await firstAnswer(socket)];
    },
  },
  {
    name: 'trailers without end',
    async run(world) {
      const socket = await world.socket('http');
      await socket.write(emitHead('Transfer-Encoding: chunked\r\nTrailer: X\r\n'));
      await socket.write('0\r\n');
      for (let n = 0; n < 5_000 && !socket.closed; n += 1) if (!(await socket.write(`X-${n}: 1\r\n`))) break;
      return [await firstAnswer(socket)];
    },
  },
  {
    name: 'two lengths, and a length beside chunks',
    async run(world) {
      const heads = [
        'Content-Length: 2\r\nContent-Length: 3\r\n',
        'Content-Length: 4\r\nTransfer-Encoding: chunked\r\n',
        'Content-Length: -1\r\n',
        'Transfer-Encoding: gzip, chunked, x\r\n',
      ];
      return Promise.all(
        heads.map(async (head) => {
          const socket = await world.socket('http');
          await socket.write(`${emitHead(head)}0\r\n\r\nGET /health HTTP/1.1\r\nHost: a\r\n\r\n`);
          return firstAnswer(socket, 2_000);
        }),
      );
    },
  },
  {
    name: '3,000 headers, and one of 100 kB',
    async run(world) {
      const heads = [
        Array.from({ length: 3_000 }, (_, n) => `X${n}: 1\r\n`).join(''),
        `X: ${'a'.repeat(100_000)}\r\n`,
        `${'X'.repeat(100_000)}: a\r\n`,
        `X: ${'\u00ff'.repeat(15_000)}\r\n`,
      ];
      return Promise.all(
        heads.map(async (head) => {
          const socket = await world.socket('http');
          await socket.write(`GET /v1/key HTTP/1.1\r\nHost: a\r\n${head}\r\n`);
          return firstAnswer(socket, 2_000);
        }),
      );
    },
  },
];
