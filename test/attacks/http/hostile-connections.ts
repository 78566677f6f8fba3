/** Connections that bind the server without asking for anything it could refuse. */
import type { Attack } from '../harness/attack.ts';
import { emitHead, firstAnswer, openSockets } from '../harness/bare-requests.ts';
import type { RawSocket } from '../harness/raw-socket.ts';
import { type Reply, readRawAnswer } from '../harness/reply.ts';

/** Answers to one connection, counted by status line. */
function statuses({ text }: RawSocket): readonly Reply[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => ({
    label: status,
    clear: /^(?:[24]|503)/.test(status),
  }));
}

/** A connection that stays open says nothing: that is right, as long as it costs nothing. */
const held = (sockets: readonly RawSocket[]): readonly Reply[] =>
  sockets.map((socket) => {
    const answer = readRawAnswer(socket.text);
    return answer.status === 0 ? { label: socket.closed ? 'closed' : 'held open', clear: true } : answer;
  });

export const attacks: readonly Attack[] = [
  {
    name: '1,000 idle connections',
    watch: 1_000,
    async run(world) {
      return held(await openSockets(world, 1_000));
    },
  },
  {
    name: 'headers a byte at a time on 300 connections',
    async run(world) {
      const sockets = await openSockets(world, 300);
      for (const part of 'GET / HTTP/1.1\r\nHost: a\r\nX-A: aaaaaaaaaa') {
        for (const socket of sockets) await socket.write(part);
        await world.pause(30);
      }
      return held(sockets);
    },
  },
  {
    name: 'a body a byte at a time on 100 connections',
    async run(world) {
      const { apiKey } = await world.platform();
      const sockets = await openSockets(world, 100);
      const head = emitHead(
        `Authorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: 30000000\r\n`,
      );
      for (const socket of sockets) await socket.write(head);
      for (let n = 0; n < 40; n += 1) {
        for (const socket of sockets) await socket.write(' ');
        await world.pause(50);
      }
      return held(sockets);
    },
  },
  {
    name: 'a body that stops, until it is refused',
    patience: 60_000,
    async run(world) {
      const { apiKey } = await world.platform();
      const sockets = await openSockets(world, 20);
      const head = emitHead(
        `Authorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: 30000000\r\n`,
      );
      for (const socket of sockets) await socket.write(`${head}{`);
      // A body without progress ends after 30 s, with an answer.
      await Promise.all(sockets.map((socket) => socket.reads(/\r\n\r\n/, 45_000)));
      return sockets.map((socket) => readRawAnswer(socket.text));
    },
  },
  {
    name: '1,000 requests in one packet',
    async run(world) {
      const socket = await world.socket('http');
      await socket.write('GET /v1/key HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(999));
      await socket.write('GET /v1/key HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      await socket.ends(10_000);
      return statuses(socket);
    },
  },
  {
    name: '5,000 pages of the reference in one packet, unread',
    async run(world) {
      const socket = await world.socket('http');
      await socket.write('GET /docs HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(5_000));
      await world.pause(2_000);
      return statuses(socket).slice(0, 1);
    },
  },
  {
    name: 'the preface of HTTP/2',
    async run(world) {
      const sockets = await openSockets(world, 50);
      for (const socket of sockets) await socket.write(`PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\0'.repeat(9)}`);
      return Promise.all(sockets.map((socket) => firstAnswer(socket)));
    },
  },
  {
    name: 'Expect: 100-continue, and no body, on 200 connections',
    async run(world) {
      const { apiKey } = await world.platform();
      const sockets = await openSockets(world, 200);
      const head = emitHead(
        `Authorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 33000000\r\n`,
      );
      for (const socket of sockets) await socket.write(head);
      await world.pause(1_000);
      return sockets.map(({ text, closed }) => {
        const status = /HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? (closed ? 'closed' : 'held open');
        return { label: status, clear: true };
      });
    },
  },
  {
    name: 'an expectation that nobody knows',
    async run(world) {
      const socket = await world.socket('http');
      await socket.write(emitHead(`Expect: ${'x'.repeat(10_000)}\r\nContent-Length: 2\r\n`));
      return [await firstAnswer(socket)];
    },
  },
  {
    name: '2,000 connections, each with one request and gone',
    async run(world) {
      for (let n = 0; n < 40; n += 1) {
        const sockets = await openSockets(world, 50);
        await Promise.all(sockets.map((socket) => socket.write('GET /v1/key HTTP/1.1\r\nHost: a\r\n\r\n')));
        for (const socket of sockets) socket.destroy();
      }
      return [await world.request({ path: '/health' })];
    },
  },
  {
    name: 'requests for Upgrade, and CONNECT',
    async run(world) {
      const requests = [
        'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n',
        'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
        'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n',
        'GET / HTTP/0.9\r\n\r\n',
        '\u0016\u0003\u0001\u0002\u0000',
      ];
      return Promise.all(
        requests.map(async (request) => {
          const socket = await world.socket('http');
          await socket.write(request);
          const answer = await firstAnswer(socket, 2_000);
          // Beside REST and GraphQL answers are pages, which have no code.
          return /^(?:200|302|404|405)/.test(answer.label) ? { ...answer, clear: true } : answer;
        }),
      );
    },
  },
];
