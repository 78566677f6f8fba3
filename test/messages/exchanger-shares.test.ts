/** A slow exchanger holds its share of a workspace's window and no more: mail to others goes out beside it. */
import { Resolver } from 'node:dns/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../src/context.ts';
import { sendTurn } from '../../src/messages/send-turn.ts';
import { createExchangers } from '../../src/transport/mx/exchangers.ts';
import { createMxTransport } from '../../src/transport/mx/mx.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { openPostOffice, type PostOffice, people, type Shop } from './post-office.ts';

const patience = { timeout: 20_000 };

let office: PostOffice;
let names: NameServer;
let quick: SmtpSink;
let tarpit: SmtpSink;
let app: App;
const closers: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  names = await startNameServer();
  quick = await startSmtpSink();
  tarpit = await startSmtpSink({ address: '127.0.0.2', port: quick.port });
  office = await openPostOffice();
  closers.push(names.stop, quick.stop, tarpit.stop, office.stop);
  names.a('mx.quick.example', '127.0.0.1');
  names.a('mx.slow.example', '127.0.0.2');
  const dns = new Resolver({ timeout: 5_000, tries: 1 });
  dns.setServers([names.address]);
  app = office.otherApp(
    createMxTransport({
      exchangers: createExchangers(dns, () => true),
      policies: { enforced: async () => null },
      port: quick.port,
      connections: 10,
      clientName: 'bounces.example.com',
    }),
  );
});

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const turn = (shop: Shop) => sendTurn(app, { platformId: shop.ctx.platformId, id: shop.id });

/** Keeps all mail to the addresses waiting for its answer. */
function holdAll(addresses: readonly string[]) {
  const holds = addresses.map((address) => tarpit.hold(address));
  return () => {
    for (const { release } of holds) release();
  };
}

/** The turns that the sweep asks for every second: a turn leaves mail of exchangers without free slots. */
async function sent(shop: Shop) {
  await shop.send(app);
  return shop.states();
}

const sendingTo = (shop: Shop) => app.parts.inFlight.of(shop.id).map(({ recipientDomain }) => recipientDomain);

describe('a window among exchangers', () => {
  test('mail to a quick one leaves while sixty before it wait for one that does not answer', async () => {
    names.mx('slow.example', [10, 'mx.slow.example']);
    names.mx('quick.example', [10, 'mx.quick.example']);
    const shop = await office.shop();
    const slow = people(60, 'Slow.Example');
    const release = holdAll(slow);
    await shop.emit(slow);
    await shop.emit(people(30, 'quick.example'));
    // A turn ends when its time is up, too.
    while (quick.mails.length < 30) await turn(shop);
    expect(tarpit.mails).toHaveLength(0);
    await expect.poll(shop.states, patience).toEqual({ delivered: 30, queued: 50, sending: 10 });

    release();
    await app.parts.inFlight.settled();
    await expect.poll(() => sent(shop), patience).toEqual({ delivered: 90 });
    expect(tarpit.mails).toHaveLength(60);
    expect(tarpit.sessions.size).toBeLessThanOrEqual(10);
  });

  test('many domains that share the slow one have one share; what is put back is no attempt', async () => {
    const domains = Array.from({ length: 40 }, (_, n) => `d${n}.example`);
    for (const domain of domains) names.mx(domain, [10, 'mx.slow.example']);
    names.mx('quick.example', [10, 'mx.quick.example']);
    const shop = await office.shop();
    const slow = domains.flatMap((domain) => people(1, domain));
    const release = holdAll(slow);
    await shop.emit(slow);
    await shop.emit(people(5, 'quick.example'));
    // A turn ends when all that is due is for exchangers with their share.
    while (quick.mails.length < 5) await turn(shop);
    expect(sendingTo(shop).length).toBeLessThanOrEqual(10);
    await expect.poll(shop.states, patience).toMatchObject({ delivered: 5 });

    release();
    await app.parts.inFlight.settled();
    await expect.poll(() => sent(shop), patience).toEqual({ delivered: 45 });
    const { rows } = await app.db.pool.query(
      'SELECT attempt_number AS n, count(*)::int AS messages FROM messages WHERE workspace_id = $1 GROUP BY 1',
      [shop.id],
    );
    expect(rows).toEqual([{ n: 1, messages: 45 }]);
  });

  test('two slow ones leave room for a third', async () => {
    names.a('mx.other.example', '127.0.0.2');
    names.mx('slow.example', [10, 'mx.slow.example']);
    names.mx('other.example', [10, 'mx.other.example']);
    names.mx('quick.example', [10, 'mx.quick.example']);
    const shop = await office.shop();
    const slow = [...people(30, 'slow.example'), ...people(30, 'other.example')];
    const release = holdAll(slow);
    await shop.emit(slow);
    await shop.emit(people(5, 'quick.example'));
    while (quick.mails.length < 5) await turn(shop);
    expect(sendingTo(shop).length).toBeLessThan(20);
    release();
    await app.parts.inFlight.settled();
    await expect.poll(() => sent(shop), patience).toEqual({ delivered: 65 });
  });
});
