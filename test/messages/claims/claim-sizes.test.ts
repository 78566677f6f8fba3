/** A workspace gathers free slots for its next claim while others keep the process busy, for a tenth of a second. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../../src/context.ts';
import { isClaimSmall } from '../../../src/messages/claims/claim-sizes.ts';
import { sendTurn } from '../../../src/messages/sending/send-turn.ts';
import { createSmtpTransport } from '../../../src/transport/smtp/smtp.ts';
import { createSendingWorld, people, type SendingWorld } from '../../support/sending-world.ts';

/** Attempts of one workspace at once in one process (docs/rules.md#exchanger-shares). */
const slots = 20;

let world: SendingWorld;
let app: App;
/** Let all held mails go, also after a test that failed. */
const releases: (() => void)[] = [];

beforeAll(async () => {
  world = await createSendingWorld();
  const { host, port } = world.sink;
  // More than three workspaces hold, so that none waits for a session.
  const url = `smtp://${host}:${port}?tls=none&connections=100`;
  app = world.otherApp(createSmtpTransport({ url, clientName: 'bounces.example.com' }));
});
afterAll(async () => {
  for (const release of releases) release();
  await app.parts.inFlight.settled();
  await world.close();
});

/** A workspace with so many mails, of which the sink holds all that are under way. */
async function heldWorkspace(name: string, mails: number) {
  const workspace = await world.workspace();
  const addresses = people(mails, `${name}.example`);
  const holds = addresses.map((address) => world.sink.hold(address));
  releases.push(...holds.map(({ release }) => release));
  await workspace.emit(addresses);
  const send = () => sendTurn(app, { platformId: workspace.ctx.platformId, id: workspace.id });
  void send();
  await expect.poll(workspace.states).toMatchObject({ sending: slots });
  return {
    send,
    states: workspace.states,
    isClaimSmall: () => isClaimSmall(app.parts.inFlight, workspace.id),
    /** Lets the next mails go, all by default, and waits for their outcomes. */
    async release(count = mails) {
      for (const { release } of holds.splice(0, count)) release();
      await expect.poll(workspace.states).toMatchObject({ delivered: mails - holds.length });
    },
  };
}

test('beside two full windows of others a claim is small until half of the slots are free', async () => {
  const first = await heldWorkspace('first', slots);
  const second = await heldWorkspace('second', slots);
  const own = await heldWorkspace('own', slots);
  expect(own.isClaimSmall()).toBe(false);
  await own.release(1);
  expect(own.isClaimSmall()).toBe(true);
  await own.release(8);
  expect(own.isClaimSmall()).toBe(true);
  await own.release(1);
  expect(own.isClaimSmall()).toBe(false);

  // The others are too few now to keep the process busy.
  await second.release();
  await first.release(1);
  expect(first.isClaimSmall()).toBe(false);
  await first.release();
  await own.release();
});

test('a small claim is made all the same, a moment later', async () => {
  const others = [await heldWorkspace('third', slots), await heldWorkspace('fourth', slots)];
  const own = await heldWorkspace('patient', slots + 5);
  await own.release(1);
  // The first turn may be over by now.
  void own.send();
  await expect.poll(own.states).toEqual({ delivered: 1, queued: 4, sending: slots });
  for (const { release } of [own, ...others]) await release();
});
