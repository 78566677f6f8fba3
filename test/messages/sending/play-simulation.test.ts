/** What the simulator plays (docs/rules.md#simulator): states, webhooks, timeline and explanation, and what it leaves alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { explainMessage } from '../../../src/explain/explain-message.ts';
import { loadTimelines } from '../../../src/timeline/load-timelines.ts';
import { createSendingWorld, type SendingWorkspace, type SendingWorld } from '../../support/sending-world.ts';

const minute = 60_000;

let world: SendingWorld;
let shop: SendingWorkspace;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  shop = await world.workspace();
});

const toldTypes = ['delivered', 'bounced', 'suppressed', 'expired'];

async function told(): Promise<readonly string[]> {
  const all = await Promise.all(toldTypes.map((type) => shop.webhooks(`message.${type}`)));
  return all.flat().map(({ type, simulated }) => `${type} ${simulated}`);
}

async function message() {
  const { rows } = await world.app.db.pool.query(
    `SELECT id, state, bounce, due_at, created_at, ended_at, attempt_number, figure_day FROM messages WHERE workspace_id = $1`,
    [shop.id],
  );
  return rows[0];
}

async function attempts() {
  const { rows } = await world.app.db.pool.query(
    'SELECT transport, outcome, reply_code FROM message_attempts WHERE workspace_id = $1 ORDER BY number',
    [shop.id],
  );
  return rows;
}

const why = async () => explainMessage(shop.ctx, { workspace: shop.id, id: (await message()).id });

async function play(name: string): Promise<void> {
  await shop.emit([`${name}@simulator.test`]);
  await shop.send();
}

test('soft-bounce@ bounces, and may be mailed again', async () => {
  await play('soft-bounce');
  expect(await message()).toMatchObject({ state: 'bounced', bounce: 'soft', figure_day: null });
  expect(await told()).toEqual(['message.bounced true']);
  expect((await why()).summary).toContain('the simulator played it');
});

describe('suppressed@', () => {
  test('is suppressed at the emit, and suppresses nothing', async () => {
    await shop.emit(['suppressed@simulator.test']);
    expect(await message()).toMatchObject({ state: 'suppressed' });
    expect(await told()).toEqual(['message.suppressed true']);
    expect((await why()).summary).toContain('the simulator played an address that is suppressed');
    const { rows } = await world.app.db.pool.query('SELECT count(*)::int AS n FROM suppressions');
    expect(rows).toEqual([{ n: 0 }]);
  });

  test('waits for the time of mail that leaves later', async () => {
    await shop.emit(['suppressed+later@simulator.test'], new Date(world.now().getTime() + 10 * minute));
    expect(await message()).toMatchObject({ state: 'scheduled' });
    world.advance(10 * minute);
    await world.sweep();
    await shop.send();
    expect(await message()).toMatchObject({ state: 'suppressed' });
    expect(await told()).toEqual(['message.suppressed true']);
  });
});

test('delayed@ is refused at its first attempt, and delivered at the second, a minute later', async () => {
  await play('delayed');
  const waiting = await message();
  expect(waiting).toMatchObject({ state: 'queued', attempt_number: 1 });
  expect(waiting.due_at.getTime() - world.now().getTime()).toBe(minute);
  expect(await attempts()).toEqual([{ transport: 'simulator', outcome: 'temporary', reply_code: 451 }]);
  expect(await why()).toMatchObject({ cause: 'waiting_for_retry' });
  world.advance(minute - 1);
  await shop.send();
  expect(await message()).toMatchObject({ state: 'queued' });
  world.advance(1);
  await shop.send();
  expect(await message()).toMatchObject({ state: 'delivered', attempt_number: 2 });
  expect(await told()).toEqual(['message.delivered true']);
});

test('expired@ expires at once', async () => {
  await play('expired');
  const { state, ended_at } = await message();
  expect([state, ended_at]).toEqual(['expired', world.now()]);
  expect(await told()).toEqual(['message.expired true']);
  expect((await why()).summary).toContain('the simulator played it');
});

test('reply@ is delivered, and answered a moment later', async () => {
  await play('reply+label');
  const { id, state, ended_at } = await message();
  expect([state, ended_at]).toEqual(['delivered', world.now()]);
  expect(await told()).toEqual(['message.delivered true']);
  const { rows } = await world.app.db.pool.query('SELECT * FROM message_replies WHERE message_id = $1', [id]);
  expect(rows).toMatchObject([
    {
      workspace_id: shop.id,
      created_at: new Date(world.now().getTime() + 1),
      automatic: false,
      from_recipient: true,
      from_address: 'reply+label@simulator.test',
      answer: 'Thank you! The simulator wrote this answer.',
    },
  ]);
  const entries = (await loadTimelines(shop.ctx, [id])).get(id) ?? [];
  expect(entries.map(({ kind }) => kind)).toEqual(['accepted', 'delivered', 'replied']);
});

test('none of them touches health, day caps or the address', async () => {
  const before = await shop.health();
  await shop.emit(['soft-bounce', 'bounce', 'suppressed', 'expired'].map((name) => `${name}@simulator.test`));
  await shop.send();
  await shop.emit(['soft-bounce@simulator.test', 'bounce@simulator.test']);
  await shop.send();
  expect(await shop.states()).toEqual({ bounced: 4, expired: 1, suppressed: 1 });
  expect(await shop.health()).toEqual(before);
  const { rows } = await world.app.db.pool.query(
    `SELECT (SELECT count(*)::int FROM suppressions) AS blocks,
            (SELECT coalesce(sum(ended), 0)::int FROM health_hours WHERE workspace_id = $1) AS ended`,
    [shop.id],
  );
  expect(rows).toEqual([{ blocks: 0, ended: 0 }]);
});
