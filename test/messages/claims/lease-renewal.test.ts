/** Leases of running attempts are renewed whatever their platform does meanwhile (docs/rules.md#message-leases). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asParty } from '../../../src/db/connections/party.ts';
import { sendTurn } from '../../../src/messages/sending/send-turn.ts';
import { createSendingWorld, people, type SendingWorld } from '../../support/sending-world.ts';

/** More than a process has connections. */
const crowd = 100;
/** Older than any confirmation that is left alone; milliseconds. */
const later = 2_000;

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

test('a lease does not wait for connections behind the work of its platform', async () => {
  const { app } = world;
  const workspace = await world.workspace();
  const [ada = ''] = people(1);
  await workspace.emit([ada]);
  const { platformId } = workspace.ctx;
  const { reached, release } = world.sink.hold(ada);
  // As a turn runs.
  const asPlatform = <Result>(work: () => Promise<Result>) => asParty({ kind: 'work', name: platformId }, work);
  const turn = asPlatform(() => sendTurn(app, { platformId, id: workspace.id }));
  await reached;
  const over = Promise.withResolvers<void>();
  const crowded = Array.from({ length: crowd }, () =>
    asPlatform(() => app.db.transaction(() => over.promise)).catch(() => undefined),
  );
  try {
    const leaseUntil = async () =>
      (
        await app.db.pool.query<{ until: Date }>('SELECT lease_until AS until FROM messages WHERE workspace_id = $1', [
          workspace.id,
        ])
      ).rows[0]?.until;
    const before = await leaseUntil();
    world.advance(later);
    await expect.poll(leaseUntil, { timeout: 10_000 }).not.toEqual(before);
  } finally {
    over.resolve();
    release();
    await Promise.all([turn, ...crowded]);
  }
  await app.parts.inFlight.settled();
});
