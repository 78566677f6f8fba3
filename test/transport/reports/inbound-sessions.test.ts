import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecrets } from '../../../src/ground/secrets.ts';
import { type Inbound, startInbound } from '../../../src/transport/reports/inbound.ts';
import { inboundCertificate } from '../../../src/transport/reports/inbound-certificate.ts';
import { clientOf, type SessionLimits, sessionLimits } from '../../../src/transport/reports/inbound-sessions.ts';

let inbound: Inbound | null;
let sockets: Socket[];

beforeEach(() => {
  inbound = null;
  sockets = [];
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await inbound?.close();
});

async function start(sessions: SessionLimits): Promise<void> {
  const certificate = await inboundCertificate(null, 'mx.tidings.example');
  inbound = await startInbound({
    host: '127.0.0.1',
    port: 0,
    bounceHost: 'mx.tidings.example',
    certificate: async () => certificate,
    secrets: createSecrets('a secret key of at least thirty-two characters'),
    log: pino({ level: 'silent' }),
    sessions,
    onLeave: async () => undefined,
    spamFilter: null,
    onLetter: async () => 'taken',
    onReport: async () => undefined,
  });
}

interface Client {
  readonly socket: Socket;
  /** The next line that the listener sends; null once it has closed the connection. */
  line(): Promise<string | null>;
}

function connect(localAddress?: string): Client {
  const socket = createConnection({
    port: inbound?.port ?? 0,
    host: '127.0.0.1',
    ...(localAddress ? { localAddress } : {}),
  });
  sockets.push(socket);
  socket.on('error', () => undefined);
  let heard = '';
  let ended = false;
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
  });
  socket.once('close', () => {
    ended = true;
  });
  return {
    socket,
    async line() {
      while (!heard.includes('\r\n') && !ended) await Promise.race([once(socket, 'data'), once(socket, 'close')]);
      const end = heard.indexOf('\r\n');
      if (end === -1) return null;
      const line = heard.slice(0, end);
      heard = heard.slice(end + 2);
      return line;
    },
  };
}

describe('the inbound listener', () => {
  it('serves as many connections of one address as allowed, and one more for each that ends', async () => {
    await start(sessionLimits);
    const clients = Array.from({ length: sessionLimits.connectionsPerAddress }, () => connect());
    for (const client of clients) expect(await client.line()).toMatch(/^220 /);
    const late = connect();
    expect(await late.line()).toMatch(/^421 .*too many connections/i);
    expect(await late.line()).toBeNull();
    const [first] = clients;
    first?.socket.end('QUIT\r\n');
    expect(await first?.line()).toMatch(/^221 /);
    expect(await first?.line()).toBeNull();
    expect(await connect().line()).toMatch(/^220 /);
  });

  it.runIf(process.platform === 'linux')('counts each address for itself', async () => {
    await start({ ...sessionLimits, connectionsPerAddress: 1 });
    expect(await connect('127.0.0.1').line()).toMatch(/^220 /);
    expect(await connect('127.0.0.2').line()).toMatch(/^220 /);
    expect(await connect('127.0.0.2').line()).toMatch(/^421 /);
  });

  it('ends a session that lasts too long, also in the midst of a mail', async () => {
    await start({ ...sessionLimits, sessionMaxMs: 400 });
    const idle = connect();
    const busy = connect();
    for (const client of [idle, busy]) expect(await client.line()).toMatch(/^220 /);
    for (const command of ['HELO mx.example.net', 'MAIL FROM:<>', 'RCPT TO:<abuse@mx.tidings.example>', 'DATA']) {
      busy.socket.write(`${command}\r\n`);
      expect(await busy.line()).toMatch(/^(?:250|354) /);
    }
    const dripping = setInterval(() => busy.socket.write('x'), 20);
    try {
      for (const client of [idle, busy]) {
        expect(await client.line()).toMatch(/^421 .*too long/i);
        expect(await client.line()).toBeNull();
      }
    } finally {
      clearInterval(dripping);
    }
  });
});

describe('the end of a mail', () => {
  const opened = ['MAIL FROM:<>', 'RCPT TO:<abuse@mx.tidings.example>', 'DATA'];

  /** The codes of the listener's answers to `wire`, which is sent at once after HELO, until it closes. */
  async function answersTo(wire: string): Promise<readonly string[]> {
    await start(sessionLimits);
    const client = connect();
    expect(await client.line()).toMatch(/^220 /);
    client.socket.write('HELO mx.example.net\r\n');
    expect(await client.line()).toMatch(/^250 /);
    client.socket.write(wire);
    const codes: string[] = [];
    for (let line = await client.line(); line !== null; line = await client.line()) codes.push(line.slice(0, 3));
    return codes;
  }

  const send = (...lines: readonly string[]) => [...opened, ...lines, 'QUIT', ''].join('\r\n');

  it('is the first line of an empty one', async () => {
    expect(await answersTo(send('.'))).toEqual(['250', '250', '354', '250', '221']);
  });

  it.each(['../..', '..', '..', '..x'])('is not a first line %j: a second mail behind it is content', async (first) => {
    const hidden = send(first, ...opened, 'Subject: hidden', '..', 'NOOP', '.');
    expect(await answersTo(hidden)).toEqual(['250', '250', '354', '250', '221']);
  });

  it.each(['\n.\n', '\n.\r\n', '\r\n.\n', '\r.\r', '\r.\r\n'])(
    'is not %j, in which a line ends otherwise',
    async (end) => {
      const hidden = send(`Subject: one${end}${opened.join('\r\n')}`, 'Subject: two', '.');
      expect(await answersTo(hidden)).toEqual(['250', '250', '354', '250', '221']);
    },
  );
});

describe('clientOf', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2::3', clientOf('2001:db8:1:2:ffff::9')],
  ])('%s counts as %s', (address, client) => {
    expect(clientOf(address)).toBe(client);
  });

  it('tells networks apart', () => {
    expect(clientOf('2001:db8:1:2::3')).not.toBe(clientOf('2001:db8:1:3::3'));
  });
});
