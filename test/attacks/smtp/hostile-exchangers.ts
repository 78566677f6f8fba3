/** Exchangers that answer as none should. */
import type { Socket } from 'node:net';
import { decode, encode } from 'dns-packet';
import type { Attack, World } from '../harness/attack.ts';
import { hostileHost, hostileZone } from '../harness/place.ts';
import type { Reply } from '../harness/reply.ts';

type Serve = (socket: Socket) => void;

const mails = 40;
/** How long the mails are waited for; milliseconds. What is retried later stays queued. */
const mailWithin = 2_000;
const megabyte = 1_000_000;
const many = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n));

/** Every domain of the hostile zone has the attacker's exchanger. */
function directory(message: Buffer): readonly Buffer[] {
  const { id, questions } = decode(message);
  const [question] = questions ?? [];
  if (!question) return [];
  const { type, name } = question;
  const answers =
    type === 'MX'
      ? [{ type, name, ttl: 60, data: { preference: 10, exchange: `mx.${hostileZone}` } } as const]
      : type === 'A' && name.startsWith('mx.')
        ? [{ type, name, ttl: 60, data: hostileHost } as const]
        : [];
  return [encode({ type: 'response', id: id ?? 0, flags: 0x0400, questions: [question], answers })];
}

async function send(world: World, serve: Serve): Promise<readonly Reply[]> {
  await world.nameServer(directory);
  await world.exchanger(serve);
  const { emit, outcome } = await world.platform();
  const emits = await Promise.all(
    many(mails, (n) => emit({ recipient: { email: `a${n}@d${n % 10}.${hostileZone}` } })),
  );
  return Promise.all(
    emits.map((emitted) =>
      outcome(emitted, mailWithin, true).then((reply) => ({
        ...reply,
        clear: reply.clear || /mail (?:queued|sending)/.test(reply.label),
      })),
    ),
  );
}

function exchanger(name: string, serve: Serve, more: Partial<Attack> = {}): Attack {
  return { name, transport: 'mx', patience: 30_000, ...more, run: (world) => send(world, serve) };
}

function flood(socket: Socket, part: string | Buffer, bytes: number): void {
  let sent = 0;
  const write = () => {
    while (sent < bytes && !socket.destroyed) {
      sent += part.length;
      if (!socket.write(part)) return;
    }
  };
  socket.on('drain', write);
  write();
}

function drip(socket: Socket, part: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(part), everyMs);
  socket.once('close', () => clearInterval(timer));
}

type Verb = 'greeting' | 'ehlo' | 'starttls' | 'mail' | 'rcpt' | 'data' | 'content' | 'other';

/** A server that keeps to the protocol but where `odd` answers; a text is written, a function takes over. */
function smtp(odd: Partial<Record<Verb, string | Serve>>): Serve {
  return (socket) => {
    let inContent = false;
    let taken = false;
    let rest = '';
    const usual: Record<Verb, string> = {
      greeting: '220 mx ESMTP\r\n',
      ehlo: '250-mx\r\n250 8BITMIME\r\n',
      starttls: '220 go\r\n',
      mail: '250 ok\r\n',
      rcpt: '250 ok\r\n',
      data: '354 go\r\n',
      content: '250 taken\r\n',
      other: '250 ok\r\n',
    };
    const answer = (verb: Verb) => {
      const given = odd[verb] ?? usual[verb];
      if (typeof given === 'string') return void socket.write(given);
      taken = true;
      given(socket);
    };
    answer('greeting');
    socket.setEncoding('latin1');
    socket.on('data', (part: string) => {
      if (taken) return;
      rest += part;
      for (;;) {
        if (inContent) {
          const end = rest.indexOf('\r\n.\r\n');
          if (end < 0) {
            rest = rest.slice(-4);
            return;
          }
          rest = rest.slice(end + 5);
          inContent = false;
          answer('content');
          continue;
        }
        const end = rest.indexOf('\r\n');
        if (end < 0 || taken) return;
        const word = rest.slice(0, 4).toLowerCase();
        rest = rest.slice(end + 2);
        const verb =
          ({ ehlo: 'ehlo', helo: 'ehlo', star: 'starttls', mail: 'mail', rcpt: 'rcpt', data: 'data' } as const)[word] ??
          'other';
        answer(verb);
        if (verb === 'data') inContent = odd.data === undefined;
      }
    });
  };
}

const reply = (code: number, text: string, size = 240_000) =>
  `${`${code}-${text.repeat(Math.ceil(900 / text.length)).slice(0, 900)}\r\n`.repeat(Math.floor(size / 907))}${code} end\r\n`;

export const attacks: readonly Attack[] = [
  exchanger('a greeting without end', (socket) => flood(socket, '220-hello\r\n'.repeat(1_000), 200 * megabyte)),
  exchanger('a greeting line without end', (socket) => flood(socket, 'x'.repeat(65_536), 200 * megabyte)),
  exchanger('a greeting of empty lines without end', (socket) => flood(socket, '\n'.repeat(65_536), 200 * megabyte)),
  exchanger(
    'empty lines without end after EHLO',
    smtp({ ehlo: (socket) => flood(socket, '\r\n'.repeat(32_768), 200 * megabyte) }),
  ),
  exchanger(
    'empty lines without end after the mail',
    smtp({ content: (socket) => flood(socket, '\n'.repeat(65_536), 200 * megabyte) }),
  ),
  exchanger('a greeting that drips', (socket) => drip(socket, '2', 100)),
  exchanger('no greeting', () => undefined),
  exchanger('an end instead of a greeting', (socket) => socket.destroy()),
  exchanger(
    'a million extensions',
    smtp({ ehlo: (socket) => flood(socket, '250-X-A b c\r\n'.repeat(1_000), 100 * megabyte) }),
  ),
  exchanger(
    '5,000 extensions of 900 characters',
    smtp({ ehlo: (socket) => socket.write(reply(250, 'SIZE AUTH PIPELINING ', 60_000)) }),
  ),
  exchanger(
    'a million lines after RCPT',
    smtp({ rcpt: (socket) => flood(socket, '550-5.1.1 no\r\n'.repeat(1_000), 100 * megabyte) }),
  ),
  exchanger('60 kB of < in a rejection', smtp({ rcpt: reply(550, '<', 60_000) })),
  exchanger('60 kB of addresses in a rejection', smtp({ rcpt: reply(550, '5.1.1 <a@b.example> ', 60_000) })),
  exchanger('60 kB of digits and dots in a rejection', smtp({ rcpt: reply(550, '5.1.', 60_000) })),
  exchanger('60 kB of blanks in a rejection', smtp({ rcpt: reply(550, ' ', 60_000) })),
  exchanger('60 kB of URLs in a rejection of the content', smtp({ content: reply(554, 'https://a.b/', 60_000) })),
  exchanger('240 kB of user unknown', smtp({ content: reply(550, 'user unknown mailbox full spam ', 240_000) })),
  exchanger(
    'a reply in Unicode and control characters',
    smtp({ rcpt: `550 5.1.1 ${'\u202e\u0000\u001b[2J\ufffd'.repeat(500)}\r\n` }),
  ),
  exchanger('codes that are none', smtp({ mail: '000 no\r\n', rcpt: '999 no\r\n' })),
  exchanger('4xx to everything', smtp({ mail: '451 4.7.1 later\r\n' })),
  exchanger('421 at the content', smtp({ content: '421 4.3.2 closing\r\n' })),
  exchanger('an end in the middle of DATA', smtp({ data: (socket) => socket.destroy() })),
  exchanger(
    'commands smuggled behind STARTTLS',
    smtp({
      ehlo: '250-mx\r\n250 STARTTLS\r\n',
      starttls: '220 go\r\n250 injected\r\n354 injected\r\n250 injected\r\n',
    }),
  ),
  exchanger(
    'STARTTLS, then noise',
    smtp({
      ehlo: '250-mx\r\n250 STARTTLS\r\n',
      starttls: (socket) => {
        socket.write('220 go\r\n');
        flood(socket, Buffer.alloc(65_536, 0x16), 50 * megabyte);
      },
    }),
  ),
  exchanger(
    'STARTTLS, then nothing',
    smtp({ ehlo: '250-mx\r\n250 STARTTLS\r\n', starttls: (socket) => void socket.write('220 go\r\n') }),
  ),
  exchanger('all replies at once, before they are asked for', (socket) =>
    socket.write(`220 mx\r\n${'250 ok\r\n'.repeat(3)}354 go\r\n${'250 ok\r\n'.repeat(100_000)}`),
  ),
  exchanger('replies that drip after MAIL', smtp({ mail: (socket) => drip(socket, '250-x\r\n', 50) })),
  exchanger('content that is never acknowledged', smtp({ content: () => undefined })),
  exchanger(
    'a gigabyte after the mail',
    smtp({
      content: (socket) => {
        socket.write('250 taken\r\n');
        flood(socket, '250 more\r\n'.repeat(1_000), 200 * megabyte);
      },
    }),
  ),
];
