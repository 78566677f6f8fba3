/** Sessions with the inbound listener that take long, or never come to an end. */
import type { Attack, World } from '../harness/attack.ts';
import type { RawSocket } from '../harness/raw-socket.ts';
import { type Reply, unanswered } from '../harness/reply.ts';
import { abuseMailbox, sendMail, smtpReply } from '../harness/send-mail.ts';

const head = 'From: <a@b.example>\r\nContent-Type: text/plain\r\n\r\n';
const dataCommands = `EHLO a\r\nMAIL FROM:<>\r\nRCPT TO:<${abuseMailbox}>\r\nDATA\r\n`;

/** In 24 MB, below the largest report: the listener must read them all. */
const dotLines = '..\r\n'.repeat(6_000_000);

/** The listener's first word to each of so many connections: a greeting, or a rejection with 4xx. */
async function connectMany(world: World, count: number): Promise<readonly RawSocket[]> {
  const sockets: RawSocket[] = [];
  for (let n = 0; n < count; n += 50) {
    const opened = Array.from({ length: Math.min(50, count - n) }, () => world.socket('inbound'));
    sockets.push(
      ...(await Promise.allSettled(opened)).flatMap((each) => (each.status === 'fulfilled' ? each.value : [])),
    );
  }
  return sockets;
}

async function greetingOf(socket: RawSocket): Promise<Reply> {
  await socket.reads(/\r\n/, 3_000);
  const code = /^\d{3}/.exec(socket.text)?.[0];
  return code === undefined
    ? unanswered(socket.closed ? 'connection closed' : 'no greeting')
    : { label: code, clear: true };
}

export const attacks: readonly Attack[] = [
  {
    name: '24 MB of lines that are a dot',
    patience: 30_000,
    run: async (world) => [await sendMail(world, { raw: [head, dotLines] })],
  },
  {
    name: '24 MB of lines that are a dot, eight times at once',
    patience: 60_000,
    run: (world) => Promise.all(Array.from({ length: 8 }, () => sendMail(world, { raw: [head, dotLines] }))),
  },
  {
    name: '24 MB of empty lines',
    patience: 30_000,
    run: async (world) => [await sendMail(world, { raw: [head, '\r\n'.repeat(12_000_000)] })],
  },
  {
    name: '24 MB of bare carriage returns',
    patience: 30_000,
    run: async (world) => [await sendMail(world, { raw: [head, '\r'.repeat(24_000_000)] })],
  },
  {
    name: 'a report of 100 MB',
    patience: 30_000,
    run: async (world) => {
      const megabyte = 'x'.repeat(998).concat('\r\n').repeat(1_000);
      return [await sendMail(world, { raw: [head, ...Array.from({ length: 100 }, () => megabyte)] })];
    },
  },
  {
    name: 'a line of 20 MB',
    patience: 30_000,
    run: async (world) => [await sendMail(world, { raw: [head, 'x'.repeat(20_000_000)] })],
  },
  {
    name: '200 connections of one address',
    async run(world) {
      const sockets = await connectMany(world, 200);
      const replies = await Promise.all(sockets.map(greetingOf));
      // Those of one address are at most ten: the mail of others needs the rest.
      const greeted = replies.filter(({ label }) => label === '220').length;
      return [...replies, { label: `${greeted} greeted`, clear: greeted <= 10 }];
    },
  },
  {
    name: '50 sessions that say a byte now and then',
    watch: 1_500,
    async run(world) {
      const sockets = await connectMany(world, 50);
      for (let round = 0; round < 20; round += 1) {
        for (const socket of sockets) await socket.write('E');
        await world.pause(100);
      }
      return Promise.all(sockets.map(greetingOf));
    },
  },
  {
    name: 'ten mails that stop in the middle of DATA',
    async run(world) {
      const sockets = await connectMany(world, 10);
      for (const socket of sockets) await socket.write(dataCommands);
      for (const socket of sockets) await socket.write(`${head}${'x\r\n'.repeat(100_000)}`);
      await world.pause(1_000);
      return sockets.map(smtpReply).map(({ label }) => ({ label: `waiting (${label})`, clear: true }));
    },
  },
  {
    name: 'a command of 20 MB without end of line',
    async run(world) {
      const socket = await world.socket('inbound');
      await socket.write('A'.repeat(20_000_000));
      await socket.write('\r\n');
      await socket.reads(/^[45]\d\d .*\r\n/m, 5_000);
      return [smtpReply(socket)];
    },
  },
  {
    name: '200,000 commands at once',
    async run(world) {
      const socket = await world.socket('inbound');
      await socket.write('NOOP\r\n'.repeat(200_000));
      await socket.ends(5_000);
      return [smtpReply(socket)];
    },
  },
  {
    name: '100,000 unknown commands at once',
    async run(world) {
      const socket = await world.socket('inbound');
      await socket.write(`${'\u0000\u00ff'.repeat(20)}\r\n`.repeat(100_000));
      await socket.ends(5_000);
      return [smtpReply(socket)];
    },
  },
  {
    name: '20,000 recipients',
    async run(world) {
      const socket = await world.socket('inbound');
      await socket.write(`EHLO a\r\nMAIL FROM:<>\r\n${`RCPT TO:<${abuseMailbox}>\r\n`.repeat(20_000)}QUIT\r\n`);
      await socket.ends(10_000);
      return [smtpReply(socket)];
    },
  },
  {
    name: 'return paths that are not ours, 20,000 of them',
    async run(world) {
      const socket = await world.socket('inbound');
      const path = `RCPT TO:<b+${'0'.repeat(26)}.${'a'.repeat(26)}@bounces.demo.test>\r\n`;
      await socket.write(`EHLO a\r\nMAIL FROM:<>\r\n${path.repeat(20_000)}QUIT\r\n`);
      await socket.ends(10_000);
      return [smtpReply(socket)];
    },
  },
  {
    name: 'STARTTLS, then no TLS, on 50 connections',
    async run(world) {
      const sockets = await connectMany(world, 50);
      await Promise.all(sockets.map((socket) => socket.write('EHLO a\r\nSTARTTLS\r\n')));
      await world.pause(300);
      await Promise.all(sockets.map((socket) => socket.write('\u0016\u0003\u0001'.repeat(5_000))));
      await world.pause(500);
      return Promise.all(sockets.map(greetingOf));
    },
  },
  {
    name: '300 connections, each gone at once',
    async run(world) {
      for (let n = 0; n < 300; n += 1) (await world.socket('inbound')).destroy();
      const last = await world.socket('inbound');
      return [await greetingOf(last)];
    },
  },
  {
    name: '300 small reports in a row',
    patience: 90_000,
    async run(world) {
      const replies: Reply[] = [];
      for (let n = 0; n < 300; n += 1) replies.push(await sendMail(world, { raw: `${head}x` }));
      return replies;
    },
  },
];
