/** How long a server may take (RFC 5321, 4.5.3.2). Timers end when they are told to, the library's too. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { BoundedConnection } from '../../../src/transport/smtp/bounded-connection.ts';
import { createSmtpTransport } from '../../../src/transport/smtp/smtp.ts';
import { libraryTimeLimits, smtpTimeLimits } from '../../../src/transport/smtp/smtp-time-limits.ts';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  // A spy on the played timers first: whoever restores it later would bring them back, in another file.
  vi.restoreAllMocks();
  vi.useRealTimers();
  for (const close of closers.splice(0).reverse()) await close();
});

const minute = 60_000;

/** Waits without letting time pass for the timers. */
async function until(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((turn) => setImmediate(turn));
}

function usual(line: string): string {
  if (/^EHLO/i.test(line)) return '250-mx\r\n250 ENHANCEDSTATUSCODES';
  return line === 'DATA' ? '354 go on' : '250 2.0.0 ok';
}

/** Keeps its answer to `slow` for itself until it is released; `greeting` is what precedes every command. */
async function pausing(slow: RegExp, startTls = false) {
  const held: { readonly socket: Socket; readonly reply: string }[] = [];
  const server = createServer((socket) => {
    closers.push(async () => socket.destroy());
    socket.on('error', () => undefined);
    let rest = '';
    let inMail = false;
    let mute = false;
    const say = (to: string, reply: string) => {
      if (slow.test(to)) held.push({ socket, reply });
      else socket.write(`${reply}\r\n`);
    };
    say('greeting', '220 ready');
    socket.on('data', (chunk) => {
      // A handshake, which is never answered.
      if (mute) return void held.push({ socket, reply: '' });
      const lines = (rest + chunk.toString('latin1')).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (inMail && line !== '.') continue;
        inMail = line === 'DATA';
        if (line === 'STARTTLS') {
          mute = true;
          return void socket.write('220 go on\r\n');
        }
        say(line, startTls && /^EHLO/.test(line) ? '250-mx\r\n250 STARTTLS' : usual(line));
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(() => new Promise((done) => server.close(done)));
  return {
    port: (server.address() as AddressInfo).port,
    reached: () => held.length,
    release: () => held.splice(0).forEach(({ socket, reply }) => void socket.write(`${reply}\r\n`)),
  };
}

function deliver(port: number, query = '') {
  const out = createSmtpTransport({ url: `smtp://127.0.0.1:${port}${query}`, clientName: 'bounces.example.com' });
  closers.push(out.close);
  const state = { done: false };
  const delivered = out.deliver({
    party: 'a workspace',
    envelope: { from: 'b+01ABC.mac@bounces.example.com', to: 'ada@example.net' },
    pieces: [Buffer.from('From: a@example.com\r\nSubject: x\r\n\r\nHello\r\n')],
  });
  void delivered.then(() => {
    state.done = true;
  });
  return { delivered, state };
}

const steps = [
  ['greeting', /^greeting/, smtpTimeLimits.greeting, 5 * minute],
  ['EHLO', /^EHLO/, smtpTimeLimits.command, 5 * minute],
  ['MAIL', /^MAIL/, smtpTimeLimits.mail, 5 * minute],
  ['RCPT', /^RCPT/, smtpTimeLimits.rcpt, 5 * minute],
  ['DATA', /^DATA/, smtpTimeLimits.data, 2 * minute],
  ['final dot', /^\.$/, smtpTimeLimits.end, 10 * minute],
] as const;

describe.each(steps)('the %s', (_step, slow, limit, asked) => {
  it('is waited for as long as the RFC asks, and the mail goes out once', async () => {
    expect(limit).toBe(asked);
    const server = await pausing(slow);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { delivered, state } = deliver(server.port);
    await until(() => server.reached() === 1);
    vi.advanceTimersByTime(limit - 1);
    await new Promise((done) => setImmediate(done));
    expect(state.done).toBe(false);
    server.release();
    expect(await delivered).toMatchObject({ outcome: 'delivered' });
  });

  it('is not waited for longer', async () => {
    const server = await pausing(slow);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { delivered } = deliver(server.port);
    await until(() => server.reached() === 1);
    vi.advanceTimersByTime(limit);
    expect(await delivered).toMatchObject({ outcome: 'temporary', category: 'infrastructure' });
  });
});

test('a handshake that does not end makes the mail go in the clear, over a connection of its own', async () => {
  const server = await pausing(/^none/, true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { delivered, state } = deliver(server.port);
  await until(() => server.reached() === 1);
  vi.advanceTimersByTime(smtpTimeLimits.handshake - 1);
  await new Promise((done) => setImmediate(done));
  expect(state.done).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await delivered).toMatchObject({ outcome: 'delivered', tlsVersion: null });
});

test('a block of the mail has three minutes to leave', async () => {
  let stopped = false;
  const server = createServer((socket) => {
    closers.push(async () => socket.destroy());
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      const line = chunk.toString('latin1').trim();
      if (stopped) return;
      socket.write(`${usual(line)}\r\n`);
      if (line !== 'DATA') return;
      stopped = true;
      socket.pause();
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(() => new Promise((done) => server.close(done)));
  const { port } = server.address() as AddressInfo;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const out = createSmtpTransport({ url: `smtp://127.0.0.1:${port}`, clientName: 'bounces.example.com' });
  closers.push(out.close);
  const body = Buffer.alloc(8_000_000, `${'x'.repeat(70)}\r\n`);
  let done = false;
  const delivered = out
    .deliver({
      party: 'a workspace',
      envelope: { from: 'b+01ABC.mac@bounces.example.com', to: 'ada@example.net' },
      pieces: [Buffer.from('From: a@example.com\r\n\r\n'), ...Array.from({ length: 4 }, () => body)],
    })
    .finally(() => {
      done = true;
    });
  expect(smtpTimeLimits.block).toBe(3 * minute);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const blocks = () => timers.mock.calls.filter(([, milliseconds]) => milliseconds === smtpTimeLimits.block).length;
  let seen = { blocks: 0, at: performance.now() };
  // The system takes the first blocks; then one stays.
  await until(() => {
    if (blocks() !== seen.blocks) seen = { blocks: blocks(), at: performance.now() };
    return stopped && seen.blocks > 0 && performance.now() - seen.at > 300;
  });
  vi.advanceTimersByTime(smtpTimeLimits.block - 1);
  await new Promise((tick) => setImmediate(tick));
  expect(done).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await delivered).toMatchObject({ outcome: 'temporary', category: 'infrastructure' });
});

test('the library gives up nowhere before the rule does', () => {
  const connection = new BoundedConnection({ host: '127.0.0.1', port: 25 });
  connection.settle();
  expect(connection.options).toMatchObject(libraryTimeLimits);
  const { connect, greeting, handshake, transaction: _whole, ...others } = smtpTimeLimits;
  expect(libraryTimeLimits.connectionTimeout).toBe(connect);
  // nodemailer's limit of a greeting is also its limit of a handshake.
  expect(libraryTimeLimits.greetingTimeout).toBeGreaterThanOrEqual(Math.max(greeting, handshake));
  expect(libraryTimeLimits.socketTimeout).toBeGreaterThanOrEqual(Math.max(...Object.values(others)));
});
