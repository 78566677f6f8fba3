import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { recordReport } from '../../src/messages/reports/record-report.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

let world: SendingWorld;

beforeAll(async () => {
  world = await createSendingWorld();
});

afterAll(() => world.close());

const full = { code: 552, text: '5.2.2 Mailbox full' };
const day = 86_400_000;

/** Sends one mail to each address; what comes of it is told by the sink. */
async function send(workspace: SendingWorkspace, ...addresses: readonly string[]): Promise<void> {
  await workspace.emit(addresses);
  await workspace.send();
}

async function suppressions(workspace: SendingWorkspace): Promise<readonly string[]> {
  const { rows } = await world.app.db.pool.query(
    'SELECT reason, blocks, workspace_id IS NOT NULL AS here FROM suppressions WHERE workspace_id = $1',
    [workspace.id],
  );
  return rows.map(({ reason, blocks, here }) => `${reason} ${blocks} ${here}`);
}

async function stateOfLast(workspace: SendingWorkspace): Promise<string> {
  const { rows } = await world.app.db.pool.query(
    'SELECT state FROM messages WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1',
    [workspace.id],
  );
  return rows[0].state;
}

test('a mailbox that is full on five different days is suppressed in its workspace alone', async () => {
  const workspace = await world.workspace();
  const [ada = ''] = people(1);
  await upsertContact(workspace.ctx, workspace.id, 'ref:ada', { email: ada });
  for (let n = 1; n <= 5; n += 1) {
    expect(await suppressions(workspace)).toEqual([]);
    // Twice a day, once refused for good and once for now: it is one day all the same.
    world.sink.refuse(ada, [full, { code: 452, text: '4.2.2 Over quota' }]);
    await send(workspace, ada);
    if (n < 5) await send(workspace, ada);
    world.advance(day);
  }
  expect(await suppressions(workspace)).toEqual(['soft_bounces all true']);
  await send(workspace, ada);
  expect(await stateOfLast(workspace)).toBe('suppressed');
  const [told] = await workspace.webhooks('contact.suppressed');
  expect(told.details).toEqual({ reason: 'soft_bounces', blocks: ['all'] });
  // Another workspace of the platform may still try.
  const { rows } = await world.app.db.pool.query('SELECT count(*)::int AS n FROM mailbox_fault_days');
  expect(rows[0].n).toBe(0);
});

test('a delivery in between begins the count anew', async () => {
  const workspace = await world.workspace();
  const [ada = ''] = people(1);
  for (let n = 1; n <= 8; n += 1) {
    if (n !== 4) world.sink.refuse(ada, [full]);
    await send(workspace, ada);
    world.advance(day);
  }
  expect(await suppressions(workspace)).toEqual([]);
  world.sink.refuse(ada, [full]);
  await send(workspace, ada);
  expect(await suppressions(workspace)).toEqual(['soft_bounces all true']);
});

test('what is no fault of the mailbox never counts: greylisting, policy, content, a user unknown for now', async () => {
  const workspace = await world.workspace();
  const replies = [
    { code: 450, text: '4.7.1 Greylisted, come again' },
    { code: 550, text: '5.7.1 Blocked for poor reputation' },
    { code: 554, text: '5.6.0 Message looks like spam' },
    { code: 450, text: '4.1.1 User unknown in local table' },
    { code: 450, text: '4.2.1 The user is receiving mail too quickly' },
    { code: 450, text: '4.2.0 Mailbox busy' },
    { code: 550, text: '5.7.1 Your account is suspended' },
    { code: 550, text: '5.2.2 <b+01K.a@bounces.shop.test>: mailbox full' },
  ];
  for (const reply of replies) {
    const [address = ''] = people(1);
    for (let n = 1; n <= 6; n += 1) {
      world.sink.refuse(address, [reply]);
      await send(workspace, address);
      world.advance(day);
    }
  }
  expect(await suppressions(workspace)).toEqual([]);
});

test('reports count as sessions do, and a relay that took the mail first has not delivered it', async () => {
  const workspace = await world.workspace();
  const [ada = ''] = people(1);
  for (let n = 1; n <= 5; n += 1) {
    expect(await suppressions(workspace)).toEqual([]);
    await send(workspace, ada);
    await world.app.db.pool.query(`UPDATE messages SET evidence = 'relay' WHERE workspace_id = $1`, [workspace.id]);
    const { rows } = await world.app.db.pool.query(
      'SELECT id FROM messages WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1',
      [workspace.id],
    );
    world.advance(60_000);
    await recordReport(world.app, {
      kind: 'bounce',
      messageId: rows[0].id,
      hard: false,
      mailboxFault: true,
      category: 'recipient',
      status: '5.2.2',
      replyCode: 552,
      reply: 'Mailbox full',
    });
    world.advance(day);
  }
  expect(await suppressions(workspace)).toEqual(['soft_bounces all true']);
});

test('a report counts for the address that it names: who got the mail passed on does not speak for it', async () => {
  const workspace = await world.workspace();
  const platformWide = async () => {
    const { rows } = await world.app.db.pool.query(
      `SELECT count(*)::int AS n FROM suppressions WHERE workspace_id IS NULL`,
    );
    return rows[0].n;
  };
  const report = async (address: string | null) => {
    const { rows } = await world.app.db.pool.query(
      'SELECT id FROM messages WHERE workspace_id = $1 ORDER BY id DESC LIMIT 1',
      [workspace.id],
    );
    await recordReport(world.app, {
      kind: 'bounce',
      messageId: rows[0].id,
      hard: true,
      mailboxFault: false,
      category: 'recipient',
      status: '5.1.1',
      replyCode: 550,
      reply: 'User unknown',
      address,
    });
  };
  const [ada = '', bob = ''] = people(2);
  await send(workspace, ada);
  await report('somebody@else.example');
  expect(await stateOfLast(workspace)).toBe('bounced');
  expect(await platformWide()).toBe(0);
  await send(workspace, bob);
  await report(bob.toUpperCase());
  expect(await platformWide()).toBe(1);
});
