import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/ground/config/config.ts';
import { createCaptureTransport } from '../../../src/transport/capture.ts';
import { createTransport } from '../../../src/transport/create-transport.ts';
import { createSmtpTransport } from '../../../src/transport/smtp/smtp.ts';
import type { Transport } from '../../../src/transport/transport.ts';
import { type SmtpReply, startSmtpSink } from '../../support/smtp-sink.ts';
import { createAuthority } from '../support/make-certificates.ts';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function sink(options: Parameters<typeof startSmtpSink>[0] = {}) {
  const started = await startSmtpSink(options);
  closers.push(started.stop);
  return started;
}

function transport(url: string): Transport {
  const created = createSmtpTransport({ url, clientName: 'bounces.example.com' });
  closers.push(created.close);
  return created;
}

const mail = (to = 'ada@example.net', body = 'Hello') => ({
  party: 'a workspace',
  envelope: { from: 'b+01ABC.mac@bounces.example.com', to },
  pieces: [Buffer.from(`From: a@example.com\r\nTo: ${to}\r\nSubject: x\r\n\r\n${body}\r\n.\r\n..dots\r\n`)],
});

/** Answers each line of a session by script; `null` destroys the connection. */
async function scripted(answer: (line: string, session: number) => string | null, greeting = '220 ready') {
  let sessions = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sessions += 1;
    const session = sessions;
    sockets.add(socket);
    let rest = '';
    let inData = false;
    socket.on('error', () => undefined);
    socket.write(`${greeting}\r\n`);
    socket.on('data', (chunk) => {
      // The first byte of a TLS handshake.
      if (chunk[0] === 0x16) return void socket.write('500 5.5.1 what?\r\n');
      rest += chunk.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (inData && line !== '.') continue;
        const reply = answer(line, session);
        if (reply === null) return void socket.destroy();
        inData = reply.startsWith('354');
        socket.write(`${reply}\r\n`);
      }
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return { port: (server.address() as AddressInfo).port, sessions: () => sessions };
}

const usual = (line: string): string => {
  if (/^EHLO/i.test(line)) return '250-mx\r\n250-PIPELINING\r\n250 ENHANCEDSTATUSCODES';
  return line === 'DATA' ? '354 go on' : '250 2.0.0 ok';
};

/** Answers `to` with a line that never ends, a piece now and then, and everything else as usual. */
async function dripping(to: RegExp) {
  let drips = 0;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('220 ready\r\n');
    socket.on('data', (chunk) => {
      const line = chunk.toString('latin1').trim();
      if (!to.test(line)) return void socket.write(`${usual(line)}\r\n`);
      const timer = setInterval(() => {
        drips += 1;
        socket.write('250-\r\n');
      }, 5);
      socket.once('close', () => clearInterval(timer));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  closers.push(() => new Promise((done) => server.close(done)));
  return { port: (server.address() as AddressInfo).port, drips: () => drips };
}

describe('smtp transport', () => {
  it.each([
    ['EHLO', /^EHLO/im, 300_000],
    ['RCPT TO', /^RCPT/im, 300_000],
  ])('does not wait for ever for an answer to %s that never ends', async (_command, line, limit) => {
    const relay = await dripping(line);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const delivered = transport(`smtp://127.0.0.1:${relay.port}`).deliver(mail());
      await vi.waitFor(() => expect(relay.drips()).toBeGreaterThan(3), { interval: 5, timeout: 20_000 });
      vi.advanceTimersByTime(limit);
      expect(await delivered).toMatchObject({ outcome: 'temporary', category: 'infrastructure' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('hands the raw mail over unchanged and says that the relay took it', async () => {
    const relay = await sink();
    const result = await transport(`smtp://127.0.0.1:${relay.port}`).deliver(mail());
    expect(result).toMatchObject({
      outcome: 'delivered',
      evidence: 'relay',
      exchanger: '127.0.0.1',
      replyCode: 250,
      category: null,
      bounce: null,
      tlsVersion: null,
    });
    expect(relay.mails).toHaveLength(1);
    expect(relay.mails[0]).toMatchObject({ from: 'b+01ABC.mac@bounces.example.com', to: ['ada@example.net'] });
    expect(relay.mails[0]?.raw.equals(Buffer.concat(mail().pieces))).toBe(true);
  });

  it('hands a mail in large and small pieces over unchanged', async () => {
    const relay = await sink();
    const { envelope, pieces } = mail();
    const long = [...pieces, Buffer.from('.a\r\n'.repeat(80_000)), Buffer.from('.'), Buffer.from('b\r\n')];
    const result = await transport(`smtp://127.0.0.1:${relay.port}`).deliver({
      party: 'a workspace',
      envelope,
      pieces: long,
    });
    expect(result.outcome).toBe('delivered');
    expect(relay.mails[0]?.raw.equals(Buffer.concat(long))).toBe(true);
  });

  it('keeps the connection for further mails and opens no more than it may', async () => {
    const relay = await sink();
    const out = transport(`smtp://127.0.0.1:${relay.port}?connections=3`);
    const results = await Promise.all(Array.from({ length: 60 }, (_, n) => out.deliver(mail(`u${n}@example.net`))));
    expect(results.every(({ outcome }) => outcome === 'delivered')).toBe(true);
    expect(relay.mails).toHaveLength(60);
    expect(relay.sessions.size).toBe(3);
  });

  it('lets workspaces take turns at its sessions', async () => {
    const relay = await sink();
    const out = transport(`smtp://127.0.0.1:${relay.port}?connections=1`);
    const backlog = Array.from({ length: 20 }, (_, n) => out.deliver(mail(`u${n}@example.net`)));
    await Promise.all([...backlog, out.deliver({ ...mail('other@example.net'), party: 'another workspace' })]);
    expect(relay.mails.findIndex(({ to }) => to.includes('other@example.net'))).toBeLessThanOrEqual(2);
    expect(relay.mails).toHaveLength(21);
  });

  it('sends an internationalised domain as punycode and refuses to offer an address that no command can hold', async () => {
    const lines: string[] = [];
    const relay = await scripted((line) => {
      lines.push(line);
      return usual(line);
    });
    const out = transport(`smtp://127.0.0.1:${relay.port}`);
    expect((await out.deliver(mail('ada@bücher.example'))).outcome).toBe('delivered');
    expect(lines).toContain('RCPT TO:<ada@xn--bcher-kva.example>');
    lines.length = 0;
    for (const to of ['jürgen@example.net', 'a b@example.net', 'a@example.net>\r\nRCPT TO:<b@example.net', 'nobody']) {
      expect(await out.deliver(mail(to))).toMatchObject({ outcome: 'failed', reason: 'recipient_invalid' });
    }
    expect(lines).toEqual([]);
  });

  it.each<[string, 'mail' | 'rcpt' | 'data', SmtpReply, object]>([
    [
      'an unknown user',
      'rcpt',
      { code: 550, text: '5.1.1 <ada@example.net>: User unknown' },
      { outcome: 'bounced', bounce: 'hard', category: 'recipient', replyCode: 550, enhancedCode: '5.1.1' },
    ],
    [
      'a full mailbox',
      'rcpt',
      { code: 552, text: '5.2.2 Mailbox full' },
      { outcome: 'bounced', bounce: 'soft', category: 'recipient' },
    ],
    [
      'greylisting',
      'rcpt',
      { code: 450, text: '4.2.0 Greylisted' },
      { outcome: 'temporary', bounce: null, category: 'temporary', replyCode: 450 },
    ],
    [
      'an unknown user for now',
      'rcpt',
      { code: 450, text: '4.1.1 User unknown' },
      { outcome: 'temporary', bounce: null },
    ],
    [
      'content',
      'data',
      { code: 554, text: '5.7.1 Message rejected as spam' },
      { outcome: 'bounced', bounce: 'soft', category: 'content' },
    ],
    [
      'a full disk after the mail',
      'data',
      { code: 452, text: '4.3.1 Insufficient system storage' },
      { outcome: 'temporary', category: 'infrastructure' },
    ],
    [
      'the sender',
      'mail',
      { code: 550, text: '5.7.1 Sender not allowed' },
      { outcome: 'failed', reason: 'transport_refused', bounce: null },
    ],
    [
      'the size at MAIL',
      'mail',
      { code: 552, text: '5.3.4 Message size exceeds fixed limit' },
      { outcome: 'failed', reason: 'message_too_large', category: 'size' },
    ],
    [
      'a missing login',
      'mail',
      { code: 530, text: '5.7.0 Authentication required' },
      { outcome: 'temporary', category: 'infrastructure' },
    ],
  ])(
    'reads a refusal of %s, and sends the next mail over the same session',
    async (_about, stage, refusal, expected) => {
      let refusing = true;
      const relay = await sink({ judge: (at) => (refusing && at === stage ? refusal : null) });
      const out = transport(`smtp://127.0.0.1:${relay.port}`);
      const result = await out.deliver(mail());
      expect(result).toMatchObject(expected);
      expect(result.reply).not.toContain('ada');
      refusing = false;
      expect((await out.deliver(mail())).outcome).toBe('delivered');
      expect(relay.mails).toHaveLength(1);
      expect(relay.sessions.size).toBe(1);
    },
  );

  it('does not offer a mail that is larger than the relay says it takes', async () => {
    const relay = await sink({ size: 1_000 });
    const result = await transport(`smtp://127.0.0.1:${relay.port}`).deliver(
      mail('ada@example.net', 'x'.repeat(2_000)),
    );
    expect(result).toMatchObject({ outcome: 'failed', reason: 'message_too_large' });
    expect(relay.mails).toHaveLength(0);
  });

  it('asks for a delivery report where the relay offers them, and then waits for it', async () => {
    const lines: string[] = [];
    const relay = await scripted((line) => {
      lines.push(line);
      return /^EHLO/i.test(line) ? '250-mx\r\n250-PIPELINING\r\n250 DSN' : usual(line);
    });
    const result = await transport(`smtp://127.0.0.1:${relay.port}`).deliver(mail());
    expect(result).toMatchObject({ outcome: 'relayed', evidence: 'relay' });
    expect(lines).toContain('MAIL FROM:<b+01ABC.mac@bounces.example.com> RET=HDRS ENVID=b+2B01ABC.mac');
    expect(lines).toContain('RCPT TO:<ada@example.net> NOTIFY=SUCCESS,FAILURE');
  });

  it('counts a relay that is not there, hangs up or greets with a refusal as a passing fault', async () => {
    expect(await transport('smtp://127.0.0.1:9').deliver(mail())).toMatchObject({
      outcome: 'temporary',
      category: 'infrastructure',
      replyCode: null,
    });
    const rude = await scripted(() => '250 ok', '554 5.3.2 no service here');
    expect(await transport(`smtp://127.0.0.1:${rude.port}`).deliver(mail())).toMatchObject({
      outcome: 'temporary',
      category: 'infrastructure',
      replyCode: 554,
    });
    const mute = await scripted(() => null);
    expect((await transport(`smtp://127.0.0.1:${mute.port}`).deliver(mail())).outcome).toBe('temporary');
  });

  it('shares a failure between mails once ten sessions in a row could not be opened, and asks again soon', async () => {
    const placeholder = createServer();
    await once(placeholder.listen(0, '127.0.0.1'), 'listening');
    const { port } = placeholder.address() as AddressInfo;
    placeholder.close();
    await once(placeholder, 'close');
    const relay = transport(`smtp://127.0.0.1:${port}`);
    const outage = () => relay.outage?.('ada@example.net') ?? null;
    for (let failed = 0; failed < 10; failed += 1) {
      expect(outage()).toBeNull();
      expect(await relay.deliver(mail())).toMatchObject({ outcome: 'temporary', category: 'infrastructure' });
    }
    expect(outage()).toMatchObject({ outcome: 'temporary', category: 'infrastructure', durationMs: 0 });
    const { mails } = await sink({ port });
    await vi.waitUntil(() => outage() === null);
    expect(await relay.deliver(mail())).toMatchObject({ outcome: 'delivered' });
    expect(mails).toHaveLength(1);
    expect(outage()).toBeNull();
    // The server, which was opened later, waits for the kept session.
    await relay.close();
  });

  it('counts a connection that dies after the mail went out as a passing fault, without a second offer', async () => {
    const relay = await scripted((line) => (line === '.' ? null : usual(line)));
    expect(await transport(`smtp://127.0.0.1:${relay.port}`).deliver(mail())).toMatchObject({
      outcome: 'temporary',
      category: 'infrastructure',
    });
    expect(relay.sessions()).toBe(1);
  });

  it('takes a new connection when a kept one turns out dead before anything went out', async () => {
    let mails = 0;
    const relay = await scripted((line, session) => {
      if (line === '.') mails += 1;
      return session === 1 && mails === 1 && /^MAIL/.test(line) ? null : usual(line);
    });
    const out = transport(`smtp://127.0.0.1:${relay.port}?connections=1`);
    expect((await out.deliver(mail())).outcome).toBe('delivered');
    expect((await out.deliver(mail())).outcome).toBe('delivered');
    expect(relay.sessions()).toBe(2);
    expect(mails).toBe(2);
  });

  it('takes a new connection when the relay ends a kept one with 421', async () => {
    const relay = await scripted((line, session) => {
      return session === 1 && /^MAIL/.test(line) && relayed ? '421 4.4.2 idle too long' : usual(line);
    });
    let relayed = false;
    const out = transport(`smtp://127.0.0.1:${relay.port}`);
    expect((await out.deliver(mail())).outcome).toBe('delivered');
    relayed = true;
    expect((await out.deliver(mail())).outcome).toBe('delivered');
    expect(relay.sessions()).toBe(2);
  });

  it('sends envelope and DATA together where the relay offers PIPELINING, and one after the other where not', async () => {
    for (const pipelining of [true, false]) {
      const lines: string[] = [];
      const most = { together: 0 };
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        socket.write('220 ready\r\n');
        let inData = false;
        socket.on('data', (chunk) => {
          const came = chunk.toString().split('\r\n').slice(0, -1);
          if (!inData) most.together = Math.max(most.together, came.length);
          for (const line of came) {
            if (inData && line !== '.') continue;
            lines.push(line);
            inData = line === 'DATA';
            if (line.startsWith('EHLO')) socket.write(pipelining ? '250-mx\r\n250 PIPELINING\r\n' : '250 mx\r\n');
            else socket.write(inData ? '354 go on\r\n' : '250 2.0.0 ok\r\n');
          }
        });
      });
      await once(server.listen(0, '127.0.0.1'), 'listening');
      closers.push(() => new Promise((done) => server.close(done)));
      const out = transport(`smtp://127.0.0.1:${(server.address() as AddressInfo).port}`);
      expect((await out.deliver(mail())).outcome).toBe('delivered');
      expect((await out.deliver(mail())).outcome).toBe('delivered');
      const transaction = ['MAIL FROM:<b+01ABC.mac@bounces.example.com>', 'RCPT TO:<ada@example.net>', 'DATA', '.'];
      expect(lines.slice(1)).toEqual([...transaction, ...transaction]);
      expect(most.together).toBe(pipelining ? 3 : 1);
    }
  });

  it('closes the session of a relay that takes DATA without a recipient, so that no command becomes a mail', async () => {
    const seen: string[] = [];
    const relay = await scripted((line, session) => {
      seen.push(`${session} ${line.split(' ')[0]}`);
      return session === 1 && /^RCPT/.test(line) ? '550 5.1.1 unknown' : usual(line);
    });
    const out = transport(`smtp://127.0.0.1:${relay.port}?connections=1`);
    expect(await out.deliver(mail())).toMatchObject({ outcome: 'bounced', bounce: 'hard' });
    expect((await out.deliver(mail())).outcome).toBe('delivered');
    expect(seen).toEqual(['1 EHLO', '1 MAIL', '1 RCPT', '1 DATA', '2 EHLO', '2 MAIL', '2 RCPT', '2 DATA', '2 .']);
  });

  it('takes no reply for another: a relay that speaks unasked loses its session', async () => {
    const relay = await scripted((line, session) => {
      return line === '.' && session === 1 ? '250 2.0.0 ok\r\n250 2.0.0 and once more' : usual(line);
    });
    const out = transport(`smtp://127.0.0.1:${relay.port}?connections=1`);
    expect((await out.deliver(mail())).outcome).toBe('delivered');
    await vi.waitFor(async () => {
      expect((await out.deliver(mail())).outcome).toBe('delivered');
      expect(relay.sessions()).toBe(2);
    });
  });

  it('reads a reply that never ends no further than its limit', async () => {
    const relay = await scripted((line) => (/^MAIL/.test(line) ? `250-${'x'.repeat(70_000)}` : usual(line)));
    const result = await transport(`smtp://127.0.0.1:${relay.port}`).deliver(mail());
    expect(result).toMatchObject({ outcome: 'temporary', category: 'infrastructure' });
  });

  it('logs in over TLS, and not in the clear to another machine', async () => {
    const authority = await createAuthority();
    const tls = await authority.issue('relay.test');
    const seen: string[] = [];
    const relay = await sink({
      ...tls,
      authOptional: false,
      onAuth(auth, session, done) {
        seen.push(`${auth.username}:${auth.password} ${session.secure}`);
        return auth.password === 'p@ss' ? done(null, { user: 1 }) : done(new Error('no'));
      },
    });
    const good = await transport(`smtp://us%40er:p%40ss@127.0.0.1:${relay.port}?tls=opportunistic`).deliver(mail());
    expect(good.outcome).toBe('delivered');
    expect(good.tlsVersion).toBe('TLSv1.3');
    expect(seen).toEqual(['us@er:p@ss true']);
    const wrong = await transport(`smtp://user:wrong@127.0.0.1:${relay.port}`).deliver(mail());
    expect(wrong).toMatchObject({ outcome: 'temporary', category: 'infrastructure', replyCode: 535 });
    expect(wrong.reply).not.toContain('wrong');
  });

  it('goes in the clear only as far as the policy lets it', async () => {
    const stranger = await (await createAuthority()).issue('other.test');
    const withBadTls = await sink(stranger);
    expect(await transport(`smtp://127.0.0.1:${withBadTls.port}`).deliver(mail())).toMatchObject({
      tlsVersion: 'TLSv1.3',
    });
    const required = await transport(`smtp://127.0.0.1:${withBadTls.port}?tls=required`).deliver(mail());
    expect(required).toMatchObject({ outcome: 'temporary', category: 'infrastructure' });
    const none = await transport(`smtp://127.0.0.1:${withBadTls.port}?tls=none`).deliver(mail());
    expect(none).toMatchObject({ outcome: 'delivered', tlsVersion: null });
    const plain = await sink();
    const refused = await transport(`smtp://127.0.0.1:${plain.port}?tls=required`).deliver(mail());
    expect(refused).toMatchObject({ outcome: 'temporary', category: 'infrastructure' });
    expect(plain.mails).toHaveLength(0);
    const implicit = await sink({ ...stranger, secure: true });
    expect((await transport(`smtps://127.0.0.1:${implicit.port}`).deliver(mail())).outcome).toBe('temporary');
  });

  it('goes in the clear where STARTTLS is offered but broken', async () => {
    const relay = await scripted((line) => {
      if (/^EHLO/i.test(line)) return '250-mx\r\n250 STARTTLS';
      return line === 'STARTTLS' ? '220 go on' : usual(line);
    });
    expect(await transport(`smtp://127.0.0.1:${relay.port}`).deliver(mail())).toMatchObject({
      outcome: 'delivered',
      tlsVersion: null,
    });
  });

  it.each([
    ['454 4.7.0 TLS not available due to temporary reason'],
    ['502 5.5.1 not today'],
    ['500-what\r\n500 did you say'],
  ])('keeps what the server said it can do when STARTTLS is refused: %j', async (refusal) => {
    const lines: string[] = [];
    const relay = await scripted((line) => {
      lines.push(line);
      if (/^EHLO/i.test(line)) return '250-mx\r\n250-STARTTLS\r\n250-SIZE 20000\r\n250-DSN\r\n250 SMTPUTF8';
      return line === 'STARTTLS' ? refusal : usual(line);
    });
    const out = transport(`smtp://127.0.0.1:${relay.port}`);
    expect(await out.deliver(mail('jürgen@example.net'))).toMatchObject({ outcome: 'relayed', tlsVersion: null });
    expect(lines.find((line) => line.startsWith('MAIL'))).toMatch(/ SMTPUTF8 SIZE=\d+ RET=HDRS /);
    expect(await out.deliver(mail('ada@example.net', 'x'.repeat(30_000)))).toMatchObject({
      outcome: 'failed',
      reason: 'message_too_large',
    });
  });

  it('believes nothing that was said before TLS, once the session has TLS', async () => {
    const authority = await createAuthority();
    const relay = await sink({ ...(await authority.issue('mx.test')), hideSMTPUTF8: true });
    const out = transport(`smtp://127.0.0.1:${relay.port}`);
    expect(await out.deliver(mail('jürgen@example.net'))).toMatchObject({ reason: 'recipient_invalid' });
  });

  it('waits for the mails under way when it is closed', async () => {
    const relay = await sink();
    const out = transport(`smtp://127.0.0.1:${relay.port}?connections=2`);
    const all = Promise.all(Array.from({ length: 10 }, () => out.deliver(mail())));
    await out.close();
    expect((await all).every(({ outcome }) => outcome === 'delivered')).toBe(true);
  });

  it.each(['http://x', 'smtp://', 'smtp://u:secret@h?tls=maybe', 'smtp://h?connections=0', 'nonsense'])(
    'does not take %s for its URL, and does not repeat it',
    (url) => {
      expect(() => createSmtpTransport({ url, clientName: 'x' })).toThrow(/^SMTP_URL: (?!.*secret)/);
    },
  );
});

describe('capture transport', () => {
  it('hands the mail to the local inbox, whose word is final', async () => {
    const inbox = await sink();
    const out = createCaptureTransport({ host: '127.0.0.1', port: inbox.port, clientName: 'bounces.localhost' });
    closers.push(out.close);
    expect(out.name).toBe('capture');
    expect(await out.deliver(mail())).toMatchObject({ outcome: 'delivered', evidence: 'exchanger' });
  });
});

describe('createTransport', () => {
  it('makes the transport that the configuration names', async () => {
    const inbox = { host: '127.0.0.1', port: 2525 };
    const config = { ...readConfig({}), smtpUrl: 'smtp://127.0.0.1:25' };
    for (const name of ['capture', 'smtp', 'mx'] as const) {
      const created = createTransport({ ...config, transport: name }, inbox);
      closers.push(created.close);
      expect(created.name).toBe(name);
    }
    expect(() => createTransport({ ...config, transport: 'capture' }, null)).toThrow('inbox');
    expect(() => createTransport({ ...config, transport: 'smtp', smtpUrl: null }, null)).toThrow('SMTP_URL');
  });
});
