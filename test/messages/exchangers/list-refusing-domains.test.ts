/** Whose mail servers take no mail now, as a platform sees it (docs/rules.md#refusing-domains). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listRefusingDomains } from '../../../src/messages/exchangers/list-refusing-domains.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

const minute = 60_000;
const maintenance = '4.3.2 System not accepting network messages';

let world: SendingWorld;
let shop: SendingWorkspace;
let other: SendingWorkspace;
let since: Date;

beforeAll(async () => {
  world = await createSendingWorld();
  [shop, other] = await Promise.all([world.workspace(), world.workspace()]);
  const down = people(3, 'Down.example');
  const busy = people(1, 'busy.example');
  for (const email of down) world.sink.refuse(email, Array(5).fill({ code: 451, text: maintenance }));
  for (const email of busy) world.sink.refuse(email, Array(5).fill({ code: 450, text: '4.2.0 Try later' }));
  since = world.now();
  await shop.emit([...down.slice(0, 2), ...people(2, 'fine.example')]);
  await other.emit([...down.slice(2), ...busy]);
  await shop.send();
  world.advance(minute);
  await other.send();
  // They wait, but nobody refused them.
  await shop.emit([...people(1, 'fine.example'), 'later@down.example']);
});
afterAll(() => world.close());

test('domains are listed by the mail that waits, with since when, their words and the next try', async () => {
  const { domains, capped } = await listRefusingDomains(shop.ctx);
  expect(capped).toBe(false);
  expect(domains).toMatchObject([
    {
      domain: 'down.example',
      waiting: 3,
      waitingOtherwise: 1,
      workspaces: 2,
      since,
      lastTriedAt: world.now(),
      reply: expect.stringContaining(maintenance),
    },
    { domain: 'busy.example', waiting: 1, waitingOtherwise: 0, workspaces: 1, since: world.now() },
  ]);
  const due = await world.app.db.pool.query(
    `SELECT min(due_at) AS next FROM messages WHERE recipient ILIKE '%@down.example'`,
  );
  expect(domains[0]?.nextAttemptAt).toEqual(due.rows[0].next);
});

test('another platform, and a deleted workspace, have no part in it', async () => {
  const neighbour = await world.tenant({ name: 'Neighbour', domain: 'other.test', eventType: 'order.shipped' });
  expect(await listRefusingDomains(neighbour.ctx)).toEqual({ domains: [], capped: false });
  await world.app.db.pool.query('UPDATE workspaces SET deleted_at = $2 WHERE id = $1', [other.id, world.now()]);
  expect((await listRefusingDomains(shop.ctx)).domains).toMatchObject([
    { domain: 'down.example', waiting: 2, workspaces: 1 },
  ]);
  await world.app.db.pool.query('UPDATE workspaces SET deleted_at = NULL WHERE id = $1', [other.id]);
});

test('mail that was taken leaves the list', async () => {
  world.advance(60 * minute);
  await world.sweep();
  for (let round = 0; round < 8; round += 1) {
    world.advance(60 * minute);
    await shop.send();
    await other.send();
  }
  expect((await listRefusingDomains(shop.ctx)).domains).toEqual([]);
});
