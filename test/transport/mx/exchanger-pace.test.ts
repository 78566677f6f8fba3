/** Exchangers with limits of their own, each played by a real SMTP server: what they ask for is kept (docs/rules.md#exchanger-pace). */
import { afterEach, describe, expect, test } from 'vitest';
import { createMxTransport } from '../../../src/transport/mx/mx.ts';
import { createProviderOf, exchangerRules } from '../../../src/transport/mx/provider-rules.ts';
import { readExchangerRules } from '../../../src/transport/mx/read-exchanger-rules.ts';
import { createWarmUp } from '../../../src/transport/mx/warm-up.ts';
import type { DeliveryResult, Transport } from '../../../src/transport/transport.ts';
import { startSmtpSink } from '../../support/smtp-sink.ts';
import { createTestClock, type TestClock } from '../../support/test-clock.ts';

const minute = 60_000;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function sink(options: Parameters<typeof startSmtpSink>[0] = {}) {
  const started = await startSmtpSink(options);
  closers.push(started.stop);
  return started;
}

/** Mail to any domain goes to one host of that name, at 127.0.0.1. */
function transport(port: number, clock: TestClock): Transport {
  const made = createMxTransport({
    exchangers: {
      hostsOf: async (domain) => ({ kind: 'hosts', hosts: [`mx.${domain}`], all: true }),
      addressesOf: async () => ['127.0.0.1'],
      noneExists: async () => false,
    },
    policies: { enforced: async () => null },
    port,
    connections: 10,
    clock,
    elapsed: () => clock.now().getTime(),
    clientName: 'bounces.example.com',
  });
  closers.push(made.close);
  return made;
}

const mail = (to: string) => ({
  party: 'a workspace',
  envelope: { from: 'b+01ABC.mac@bounces.example.com', to },
  pieces: [Buffer.from(`From: a@example.com\r\nTo: ${to}\r\nSubject: x\r\n\r\nHello\r\n`)],
});

/**
 * Delivers the mails as the queue does: what waits or was refused comes back a minute later, or when the wait ends.
 * Returns the attempts that were refused, and the minutes that passed.
 */
async function deliverAll(out: Transport, clock: TestClock, count: number, domain = 'busy.example') {
  let left = Array.from({ length: count }, (_, n) => `p${n}@${domain}`);
  const refused: DeliveryResult[] = [];
  let minutes = 0;
  for (; left.length > 0 && minutes < 240; minutes += 1) {
    const results = await Promise.all(left.map(async (to) => ({ to, result: await out.deliver(mail(to)) })));
    refused.push(...results.flatMap(({ result }) => (result.outcome === 'temporary' && !result.wait ? [result] : [])));
    left = results.filter(({ result }) => result.outcome !== 'delivered').map(({ to }) => to);
    clock.advance(minute);
  }
  expect(left).toEqual([]);
  return { refused, minutes };
}

describe('an exchanger with a limit', () => {
  test('that answers 421 4.7.28 to every connection for a while is left quiet, ever longer, and then gets all', async () => {
    const clock = createTestClock();
    const from = clock.now().getTime();
    let connections = 0;
    let refusals = 0;
    const busy = await sink({
      onConnect(_session, done) {
        connections += 1;
        if (clock.now().getTime() - from > 10 * minute) return done();
        refusals += 1;
        done(Object.assign(new Error('4.7.28 Unusual rate of mail from your address'), { responseCode: 421 }));
      },
    });
    const out = transport(busy.port, clock);
    const { refused } = await deliverAll(out, clock, 150);
    expect(busy.mails).toHaveLength(150);
    // Three to begin with, then one after one, two, four and eight minutes.
    expect(refusals).toBeLessThanOrEqual(8);
    expect(refused).toHaveLength(refusals);
    expect(refused[0]?.reply).toContain('421 4.7.28');
    expect(connections - refusals).toBeLessThanOrEqual(10);
  });

  test('that takes two connections gets two: after the first minute none is refused, and no mail is', async () => {
    const clock = createTestClock();
    let open = 0;
    let refusals = 0;
    const small = await sink({
      onConnect(_session, done) {
        open += 1;
        if (open <= 2) return done();
        refusals += 1;
        open -= 1;
        done(Object.assign(new Error('4.7.0 Too many connections from your host'), { responseCode: 421 }));
      },
      onClose() {
        open = Math.max(0, open - 1);
      },
    });
    const out = transport(small.port, clock);
    const first = await deliverAll(out, clock, 90);
    const early = refusals;
    expect(early).toBeLessThanOrEqual(3);
    const second = await deliverAll(out, clock, 400);
    expect(refusals - early).toBe(0);
    expect([...first.refused, ...second.refused]).toEqual([]);
    expect(small.mails).toHaveLength(490);
  });

  test('that answers 421 4.7.0 after twenty mails of a connection gets twenty over each, and refuses no mail', async () => {
    const clock = createTestClock();
    const sent = new Map<string, number>();
    let ended = 0;
    const short = await sink({
      judge(stage, _value, { id }) {
        if (stage !== 'mail') return null;
        sent.set(id, (sent.get(id) ?? 0) + 1);
        if ((sent.get(id) ?? 0) <= 20) return null;
        ended += 1;
        return { code: 421, text: '4.7.0 Enough for now' };
      },
    });
    const { refused, minutes } = await deliverAll(transport(short.port, clock), clock, 300);
    expect(refused).toEqual([]);
    expect(minutes).toBe(1);
    expect(ended).toBeLessThanOrEqual(10);
    expect(short.mails).toHaveLength(300);
  });

  test('that greets with 554 for ten minutes refuses few connections, and then gets all at its old pace', async () => {
    const clock = createTestClock();
    const from = clock.now().getTime();
    let refusals = 0;
    const closed = await sink({
      onConnect(_session, done) {
        if (clock.now().getTime() - from > 10 * minute) return done();
        refusals += 1;
        done(Object.assign(new Error('5.7.1 No service for you now'), { responseCode: 554 }));
      },
    });
    const out = transport(closed.port, clock);
    const { refused } = await deliverAll(out, clock, 60);
    expect(refusals).toBeLessThanOrEqual(8);
    expect(refused.map(({ reply }) => reply)).toContainEqual(expect.stringContaining('554'));
    // The pace recovers: an hour later as many mails need one minute, and none is refused.
    clock.advance(60 * minute);
    const later = await deliverAll(out, clock, 60);
    expect([later.refused, later.minutes]).toEqual([[], 1]);
    expect(closed.mails).toHaveLength(120);
  });

  test('does not slow mail to another, and greylisting slows nobody', async () => {
    const clock = createTestClock();
    const server = await sink({
      judge: (stage, value) =>
        stage === 'rcpt' && value.endsWith('@grey.example')
          ? { code: 451, text: '4.7.1 Greylisted, try again later' }
          : stage === 'rcpt' && value.endsWith('@busy.example')
            ? { code: 451, text: '4.7.0 Rate limited' }
            : null,
    });
    const out = transport(server.port, clock);
    expect((await out.deliver(mail('a@busy.example'))).wait).toBeUndefined();
    const waits = await out.deliver(mail('b@busy.example'));
    expect(waits.wait).toMatchObject({ reason: 'quiet', provider: 'busy.example' });
    expect(waits.wait?.until.getTime()).toBe(clock.now().getTime() + minute);
    for (const to of ['a@grey.example', 'b@grey.example']) expect((await out.deliver(mail(to))).wait).toBeUndefined();
    const { minutes } = await deliverAll(out, clock, 100, 'other.example');
    expect(minutes).toBe(1);
  });

  test('tells other processes, in words that name no sender', async () => {
    const clock = createTestClock();
    const server = await sink({
      judge: (stage) => (stage === 'data' ? { code: 421, text: '4.7.28 Too much mail of shop.test' } : null),
    });
    const [one, other] = [transport(server.port, clock), transport(server.port, clock)];
    await one.deliver(mail('a@busy.example'));
    const rows = one.pace?.takeChanges() ?? [];
    expect(rows).toMatchObject([{ provider: 'busy.example', reply: '421 4.7.28', quietMs: minute }]);
    expect(one.pace?.takeChanges()).toEqual([]);
    other.pace?.adopt(rows);
    expect((await other.deliver(mail('b@busy.example'))).wait).toMatchObject({ reason: 'quiet' });
    clock.advance(minute);
    expect((await other.deliver(mail('b@busy.example'))).wait).toBeUndefined();
  });
});

test('a provider is known by its hosts, and any other by the name that was registered', () => {
  const providerOf = createProviderOf(exchangerRules);
  const names = [
    'aspmx.l.google.com',
    'x-com.mail.protection.outlook.com',
    'MX1.Example.co.uk.',
    'mx.a.b.example',
    '192.0.2.1',
  ];
  expect(names.map((host) => providerOf(host).name)).toEqual([
    'google',
    'outlook',
    'example.co.uk',
    'b.example',
    '192.0.2.1',
  ]);
});

test('rules change by configuration, and faults are told in words', () => {
  const rules = readExchangerRules(
    '{"providers": {"google": {"connectionsMax": 2}, "own": {"hosts": ["mx.own.example"]}}}',
  );
  const providerOf = createProviderOf(rules);
  expect(providerOf('aspmx.l.google.com')).toMatchObject({ connectionsMax: 2, mailsPerConnection: 100 });
  expect(providerOf('mx.own.example').name).toBe('own');
  expect(() => readExchangerRules('{"others": {"connectionsMax": 0}}')).toThrow('others.connectionsMax: ');
  expect(() => readExchangerRules('{')).toThrow('holds no valid JSON');
  expect(() => readExchangerRules('/no/such/file')).toThrow('is neither JSON nor a file that can be read');
});

test('a new address sends a provider what its day allows, then waits for the next day', async () => {
  const clock = createTestClock(new Date('2026-03-02T23:00:00.000Z'));
  const used = new Map<string, number>();
  const warmUp = createWarmUp({
    since: new Date('2026-03-02T00:00:00.000Z'),
    ramp: [12, 25],
    clock,
    async reserve({ provider, day, mails, most }) {
      const had = used.get(`${provider} ${day}`) ?? 0;
      const got = Math.min(mails, most - had);
      used.set(`${provider} ${day}`, had + got);
      return got;
    },
  });
  const take = async (count: number) => {
    const all = await Promise.all(Array.from({ length: count }, () => warmUp.take('google')));
    return all.filter((wait) => wait === null).length;
  };
  expect(await take(30)).toBe(12);
  expect(warmUp.wait('google')?.until.toISOString()).toBe('2026-03-03T00:00:00.000Z');
  expect(warmUp.wait('yahoo')).toBeNull();
  clock.advance(60 * minute);
  expect(await take(30)).toBe(25);
  clock.advance(24 * 60 * minute);
  expect(await take(3_000)).toBe(3_000);
});
