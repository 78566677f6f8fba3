/** A slow exchanger holds its share of a workspace's window and no more: mail to others goes out beside it. */
import { Resolver } from 'node:dns/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../../src/context.ts';
import { hasShare } from '../../../src/messages/exchangers/exchanger-shares.ts';
import { sendTurn } from '../../../src/messages/sending/send-turn.ts';
import { createExchangers } from '../../../src/transport/mx/exchangers.ts';
import { createMxTransport } from '../../../src/transport/mx/mx.ts';
import { exchangerRules } from '../../../src/transport/mx/provider-rules.ts';
import { type NameServer, startNameServer } from '../../support/name-server.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts';

let world: SendingWorld;
let names: NameServer;
let quick: SmtpSink;
let tarpit: SmtpSink;
let app: App;
let release: () => void = () => undefined;
const closers: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  names = await startNameServer();
  closers.push(names.stop);
  quick = await startSmtpSink();
  closers.push(quick.stop);
  tarpit = await startSmtpSink({ address: '127.0.0.2', port: quick.port });
  closers.push(tarpit.stop);
  world = await createSendingWorld();
  closers.push(world.close);
  names.a('mx.quick.example', '127.0.0.1');
  names.a('mx.slow.example', '127.0.0.2');
  const dns = new Resolver({ timeout: 5_000, tries: 1 });
  dns.setServers([names.address]);
  app = world.otherApp(
    createMxTransport({
      exchangers: createExchangers(dns, () => true),
      policies: { enforced: async () => null },
      port: quick.port,
      // More than a workspace's window: only the shares limit the sessions.
      connections: 30,
      rules: { ...exchangerRules, others: { ...exchangerRules.others, connectionsToBegin: 30, connectionsMax: 30 } },
      clientName: 'bounces.example.com',
    }),
  );
});

afterEach(async () => {
  // A test that failed left its mail waiting, and the attempts with it.
  release();
  for (const close of closers.splice(0).reverse()) await close();
});

const turn = (workspace: SendingWorkspace) => sendTurn(app, { platformId: workspace.ctx.platformId, id: workspace.id });

/** Keeps all mail to the addresses waiting for its answer, until `release`. */
function holdAll(addresses: readonly string[]): void {
  const holds = addresses.map((address) => tarpit.hold(address));
  release = () => {
    for (const hold of holds) hold.release();
  };
}

/** Runs turns, as the sweep asks for them once a second, until the messages are in these states and stay there. */
async function expectStates(workspace: SendingWorkspace, states: Readonly<Record<string, number>>): Promise<void> {
  await expect
    .poll(async () => {
      await turn(workspace);
      return workspace.states();
    })
    .toEqual(states);
  await turn(workspace);
  expect(await workspace.states()).toEqual(states);
}

/** Releases the mail, and runs turns until all of it is delivered. */
async function expectAllDelivered(workspace: SendingWorkspace, count: number): Promise<void> {
  release();
  await app.parts.inFlight.settled();
  await expect
    .poll(async () => {
      await workspace.send(app);
      return workspace.states();
    })
    .toEqual({ delivered: count });
}

describe('a window among exchangers', () => {
  test('mail to a quick one leaves while sixty before it wait for one that does not answer', async () => {
    names.mx('slow.example', [10, 'mx.slow.example']);
    names.mx('quick.example', [10, 'mx.quick.example']);
    const workspace = await world.workspace();
    const slow = people(60, 'Slow.Example');
    holdAll(slow);
    await workspace.emit(slow);
    await workspace.emit(people(30, 'quick.example'));
    await expectStates(workspace, { delivered: 30, queued: 50, sending: 10 });
    expect(quick.mails).toHaveLength(30);
    expect(tarpit.mails).toHaveLength(0);
    // A claim may have been made before the last of the ten had its place.
    const [one] = app.parts.inFlight.of(workspace.id);
    expect(one && (await hasShare(app, { ...one, id: 'one-more' }))).toBe(false);
    await expectAllDelivered(workspace, 90);
    expect(tarpit.mails).toHaveLength(60);
  });

  test('many domains that share the slow one have one share; what is put back is no attempt', async () => {
    const domains = Array.from({ length: 40 }, (_, n) => `d${n}.example`);
    for (const domain of domains) names.mx(domain, [10, 'mx.slow.example']);
    names.mx('quick.example', [10, 'mx.quick.example']);
    const workspace = await world.workspace();
    const slow = domains.flatMap((domain) => people(1, domain));
    holdAll(slow);
    await workspace.emit(slow);
    await workspace.emit(people(5, 'quick.example'));
    await expectStates(workspace, { delivered: 5, queued: 30, sending: 10 });
    await expect.poll(() => tarpit.sessions.size).toBe(10);
    await expectAllDelivered(workspace, 45);
    const { rows } = await app.db.pool.query(
      'SELECT attempt_number AS n, count(*)::int AS messages FROM messages WHERE workspace_id = $1 GROUP BY 1',
      [workspace.id],
    );
    expect(rows).toEqual([{ n: 1, messages: 45 }]);
  });

  test('two slow ones leave room for a third', async () => {
    names.a('mx.other.example', '127.0.0.2');
    names.mx('slow.example', [10, 'mx.slow.example']);
    names.mx('other.example', [10, 'mx.other.example']);
    names.mx('quick.example', [10, 'mx.quick.example']);
    const workspace = await world.workspace();
    const slow = [...people(30, 'slow.example'), ...people(30, 'other.example')];
    holdAll(slow);
    await workspace.emit(slow);
    await workspace.emit(people(5, 'quick.example'));
    await expect
      .poll(async () => {
        await turn(workspace);
        return workspace.states();
      })
      .toMatchObject({ delivered: 5 });
    await expect.poll(() => app.parts.inFlight.of(workspace.id).length).toBeLessThan(20);
    await expectAllDelivered(workspace, 65);
  });
});
