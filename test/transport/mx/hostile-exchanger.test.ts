/** Servers that we deliver to, and that do their worst: floods, words put in before TLS, answers out of turn. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it, test } from 'vitest';
import { createSmtpTransport } from '../../../src/transport/smtp/smtp.ts';
import { createAuthority } from '../support/make-certificates.ts';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

type Serve = (socket: Socket) => void;

async function exchanger(serve: Serve): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return (server.address() as AddressInfo).port;
}

function deliver(port: number, body = 'Hello') {
  const out = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, clientName: 'bounces.example.com' });
  closers.push(out.close);
  return out.deliver({
    party: 'a workspace',
    envelope: { from: 'b+01ABC.mac@bounces.example.com', to: 'ada@example.net' },
    pieces: [Buffer.from(`From: a@example.com\r\nSubject: x\r\n\r\n${body}\r\n`)],
  });
}

const usual = (line: string): string => {
  if (/^EHLO/.test(line)) return '250-mx\r\n250 SIZE 10000000\r\n';
  return line === 'DATA' ? '354 go on\r\n' : '250 2.0.0 ok\r\n';
};

/** Answers line by line. Content of a mail is lines too: the line that ends it is the one with a dot. */
function converse(socket: Socket, answer: (line: string) => string | Serve): void {
  let rest = '';
  let inMail = false;
  let odd = false;
  socket.on('data', (chunk) => {
    if (odd) return;
    const lines = (rest + chunk.toString('latin1')).split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (inMail && line !== '.') continue;
      inMail = line === 'DATA';
      const reply = answer(line);
      if (typeof reply === 'string') socket.write(reply);
      else {
        odd = true;
        return reply(socket);
      }
    }
  });
}

describe('a server that never stops', () => {
  const floodMax = 400_000_000;
  /** What the system's buffers take on their way, and more. */
  const readAtMost = 30_000_000;

  /** Writes `part` for ever, and counts the bytes that the other side has taken. */
  function flood(part: string) {
    const taken = { bytes: 0 };
    const block = Buffer.from(part.repeat(Math.ceil(65_536 / part.length)));
    const serve: Serve = (socket) => {
      const write = () => {
        if (socket.destroyed || taken.bytes > floodMax) return;
        socket.write(block, (error) => {
          if (error) return;
          taken.bytes += block.length;
          write();
        });
      };
      write();
    };
    return { taken, serve };
  }

  test.each(
    ['greeting', 'EHLO', 'RCPT', '.'].flatMap((stage) =>
      ['\r\n', '\n', '250-X-A\r\n', '250 ok\r\n', 'x', '\0'].map((part) => [stage, part] as const),
    ),
  )('at its %s with %j is read no further than its limit', async (stage, part) => {
    const { taken, serve } = flood(part);
    const port = await exchanger((socket) => {
      if (stage === 'greeting') return serve(socket);
      socket.write('220 ready\r\n');
      converse(socket, (line) => (line.startsWith(stage) ? serve : usual(line)));
    });
    // A reply in the flood may be the one that was waited for.
    expect(['temporary', 'delivered']).toContain((await deliver(port)).outcome);
    expect(taken.bytes).toBeLessThan(readAtMost);
  });
});

describe('words put in before TLS', () => {
  /** Speaks in the clear up to STARTTLS, where `injected` follows the answer in the same packet, and then inside of TLS. */
  async function upgrading(injected: string) {
    const { cert, key } = await (await createAuthority()).issue('mx.test');
    const inside: string[] = [];
    const port = await exchanger((socket) => {
      socket.write('220 ready\r\n');
      converse(socket, (line) => {
        if (/^EHLO/.test(line)) return '250-mx\r\n250 STARTTLS\r\n';
        return () => {
          socket.removeAllListeners('data');
          socket.write(`220 go on\r\n${injected}`);
          const secure = new TLSSocket(socket, { isServer: true, cert, key });
          secure.on('error', () => undefined);
          converse(secure, (each) => {
            inside.push(each.split(' ')[0] ?? '');
            return usual(each);
          });
        };
      });
    });
    return { port, inside };
  }

  test.each([
    ['a whole answer to EHLO', '250-mx\r\n250 SIZE 1\r\n'],
    ['a line without its end', '250-SIZE 1'],
    ['answers to all that follows', `250-mx\r\n250 SIZE 1\r\n${'250 ok\r\n'.repeat(2)}354 go\r\n250 taken\r\n`],
    ['a refusal', '550 5.1.1 no such user\r\n'],
  ])('are dropped: %s', async (_what, injected) => {
    const { port, inside } = await upgrading(injected);
    expect(await deliver(port)).toMatchObject({ outcome: 'delivered', tlsVersion: 'TLSv1.3' });
    expect(inside).toEqual(['EHLO', 'MAIL', 'RCPT', 'DATA', '.']);
  });
});

describe('answers out of turn', () => {
  const large = 'x'.repeat(70).concat('\r\n').repeat(100_000);

  it.each([
    ['accepts', '250 2.0.0 taken\r\n', 'temporary'],
    ['refuses', '552 5.3.4 too large\r\n', 'bounced'],
  ])('a server that %s a mail before its end, and leaves', async (_verb, reply, outcome) => {
    let began = false;
    const port = await exchanger((socket) => {
      socket.write('220 ready\r\n');
      converse(socket, (line) => {
        if (line !== 'DATA') return usual(line);
        return () => {
          socket.write('354 go on\r\n');
          socket.on('data', () => {
            if (!began) socket.end(reply);
            began = true;
          });
        };
      });
    });
    expect((await deliver(port, large)).outcome).toBe(outcome);
    expect(began).toBe(true);
  });

  it('a server that accepts a mail before its end has not taken it, though it reads on', async () => {
    let began = false;
    const port = await exchanger((socket) => {
      socket.write('220 ready\r\n');
      converse(socket, (line) => {
        if (line !== 'DATA') return usual(line);
        return () => {
          socket.write('354 go on\r\n');
          socket.on('data', () => {
            if (!began) socket.write('250 2.0.0 taken\r\n');
            began = true;
          });
        };
      });
    });
    expect((await deliver(port, large)).outcome).toBe('temporary');
  });

  it.each(['MAIL', 'RCPT', 'DATA', '.'])(
    'garbage before the answer to %s is no acceptance, and no bounce',
    async (to) => {
      const port = await exchanger((socket) => {
        socket.write('220 ready\r\n');
        converse(socket, (line) => `${line.startsWith(to) ? 'hello there\r\n' : ''}${usual(line)}`);
      });
      const result = await deliver(port);
      expect(result).toMatchObject({ outcome: 'temporary', category: 'infrastructure', bounce: null });
    },
  );

  it('answers that come before their questions end the session', async () => {
    const port = await exchanger((socket) => {
      socket.write(`220 ready\r\n250 mx\r\n${'250 ok\r\n'.repeat(2)}354 go\r\n250 taken\r\n`);
      socket.resume();
    });
    expect((await deliver(port)).outcome).toBe('temporary');
  });
});
