/** The explanation of a message names the true cause (docs/rules.md#message-explanation), after real attempts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { App } from '../../src/context.ts';
import { explainMessage } from '../../src/explain/explain-message.ts';
import type { Explanation } from '../../src/explain/explanation.ts';
import { recordReport } from '../../src/messages/reports/record-report.ts';
import { erasePerson } from '../../src/people/erase-person.ts';
import { eraseTurn } from '../../src/people/erase-turn.ts';
import { suppressAddresses } from '../../src/suppressions/suppress-addresses.ts';
import { createCaptureTransport } from '../../src/transport/capture.ts';
import { setWorkspaceStatus } from '../../src/workspaces/suspension/set-workspace-status.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

/** A workspace with one message, of which nothing has happened yet. */
async function oneMessage(timezone?: string) {
  const workspace = await world.workspace(timezone);
  const [email = ''] = people(1);
  await workspace.emit([email]);
  const { rows } = await world.app.db.pool.query('SELECT id, event_id FROM messages WHERE workspace_id = $1', [
    workspace.id,
  ]);
  return { workspace, email, id: String(rows[0].id), eventId: String(rows[0].event_id) };
}

const explain = (workspace: SendingWorkspace, id: string) => explainMessage(workspace.ctx, { id, workspace: null });

/** The rules that hold or ended the message. */
const decisive = ({ steps }: Explanation) =>
  steps.filter(({ verdict }) => verdict === 'holds' || verdict === 'ended').map(({ rule }) => rule);

async function setHealth({ id }: SendingWorkspace, state: string, reason: string | null, since = world.now()) {
  await world.app.db.pool.query(
    'UPDATE workspace_health SET state = $2::health_state, reason = $3, since = $4 WHERE workspace_id = $1',
    [id, state, reason, since],
  );
}

test('nothing holds it', async () => {
  const { workspace, id } = await oneMessage();
  const explanation = await explain(workspace, id);
  expect(explanation.cause).toBe('waiting_for_turn');
  expect(decisive(explanation)).toEqual([]);
  await workspace.send();
  expect(await explain(workspace, id)).toMatchObject({
    cause: 'delivered',
    summary: expect.stringContaining('The local inbox captured the mail'),
    next: expect.stringContaining('in the local inbox'),
  });
});

test('suspended', async () => {
  const { workspace, id } = await oneMessage();
  await setWorkspaceStatus(workspace.ctx, workspace.id, 'suspended');
  await workspace.send();
  const explanation = await explain(workspace, id);
  expect(explanation.cause).toBe('workspace_suspended');
  expect(explanation.summary).toBe(
    'Held: the workspace is suspended. The message leaves once somebody resumes the workspace, or expires.',
  );
});

test('paused, until the end of the pause', async () => {
  const { workspace, id } = await oneMessage();
  // A pause of 24 hours that began with the emit or later outlasts every message.
  const since = new Date(world.now().getTime() - 60 * minute);
  await setHealth(workspace, 'paused', 'bounce_rate', since);
  const explanation = await explain(workspace, id);
  expect(explanation.cause).toBe('workspace_paused');
  expect(explanation.summary).toBe(
    `Held: the workspace is paused because too much of its mail bounced (since ${since.toISOString()}). ` +
      `It goes on at ${new Date(since.getTime() + day).toISOString()}.`,
  );
});

test('capped, until the next day of the workspace', async () => {
  const { workspace, id } = await oneMessage('Asia/Kolkata');
  await setHealth(workspace, 'throttled', 'complaint_rate');
  const sent = (day: string) =>
    world.app.db.pool.query(
      `INSERT INTO sending_days (workspace_id, day, sent) VALUES ($1, $2, 50)
       ON CONFLICT (workspace_id, day) DO UPDATE SET sent = 50`,
      [workspace.id, day],
    );
  await sent(new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(world.now()));
  await workspace.send();
  const { cause, steps } = await explain(workspace, id);
  expect(cause).toBe('day_cap_used');
  const cap = steps.find(({ rule }) => rule === 'day_cap');
  expect(cap?.fact).toContain('it sent 50 on 20');
  // Midnight in India, 5:30 before UTC.
  expect(cap?.until?.toISOString()).toMatch(/T18:30:00\.000Z$/);
  expect(Number(cap?.until) - world.now().getTime()).toBeLessThanOrEqual(day);
});

test.each([
  {
    what: 'a subject that is too long',
    changes: `jsonb_set(payload, '{order_number}', to_jsonb(repeat('secret', 4000)))`,
    why: /version \d+ of the template makes a subject, display name or reply-to of more than 20,000 characters of these values in the subject, at event\.order_number/,
  },
  {
    what: 'a list that is too long',
    changes: `jsonb_set(payload, '{items}', (SELECT jsonb_agg(jsonb_build_object('name', 'secret', 'quantity', 1)) FROM generate_series(1, 40000)))`,
    why: /version \d+ of the template makes more than a mail can carry of these values in the HTML part, at event\.items of the block [\w-]+ \(\w+\)/,
  },
])('a mail that could not be made names where, and no value: $what', async ({ changes, why }) => {
  const { workspace, id, eventId } = await oneMessage();
  await world.app.db.pool.query(`UPDATE events SET payload = ${changes} WHERE id = $1`, [eventId]);
  await workspace.send();
  const { cause, summary, next } = await explain(workspace, id);
  expect(cause).toBe('failed');
  expect(summary).toMatch(why);
  expect(summary).not.toContain('secret');
  expect(next).toMatch(/^Correct what is named/);
});

test('a full mailbox needs room, and no other address', async () => {
  const { workspace, email, id } = await oneMessage();
  world.sink.refuse(email, [{ code: 552, text: '5.2.2 Mailbox full' }]);
  await workspace.send();
  expect(await explain(workspace, id)).toMatchObject({
    cause: 'bounced',
    next: 'Ask the person to make room in the mailbox, then send the message again.',
  });
});

test('a mail whose template can no longer be compiled says so', async () => {
  const { workspace, id } = await oneMessage();
  const { rows } = await world.app.db.pool.query(
    'SELECT v.id, v.composition FROM template_versions v JOIN messages m ON m.template_version_id = v.id WHERE m.id = $1',
    [id],
  );
  const [{ id: versionId, composition }] = rows;
  const write = (value: unknown) =>
    world.app.db.pool.query('UPDATE template_versions SET composition = $2 WHERE id = $1', [versionId, value]);
  // As no save would leave it, in a process that has not compiled it.
  await write({});
  const app = world.otherApp();
  await workspace.send(app);
  const { summary } = await explainMessage({ ...workspace.ctx, app }, { id, workspace: null });
  await write(composition);
  expect(summary).toMatch(
    /: made again, version \d+ of the template cannot be compiled \(\w+\): the log of the service has the error under the id of the message/,
  );
});

test.each([
  {
    lostLeases: 0,
    why: 'made again, version 1 of the template fits the values, so what failed came after it: the log of the service has the error under the id of the message',
  },
  { lostLeases: 3, why: '3 attempts in a row ended together with the process that made them' },
])(
  'a mail that could not be made, after $lostLeases lost leases, says why as far as the service may',
  async ({ lostLeases, why }) => {
    const { workspace, id } = await oneMessage();
    await world.app.db.pool.query(
      `UPDATE messages SET state = 'failed', reason = 'render_failed', ended_at = $2, lost_leases = $3 WHERE id = $1`,
      [id, world.now(), lostLeases],
    );
    const { cause, summary } = await explain(workspace, id);
    expect(cause).toBe('failed');
    expect(summary).toContain(`so it was offered to no server: ${why}`);
  },
);

test.each([
  ['greylisted', { code: 451, text: '4.7.1 Greylisting in action, please come back later' }],
  ['waiting_for_retry', { code: 452, text: '4.3.1 Insufficient system storage' }],
] as const)('%s, until its next attempt', async (cause, reply) => {
  const { workspace, email, id } = await oneMessage();
  world.sink.refuse(email, [reply]);
  await workspace.send();
  const explanation = await explain(workspace, id);
  expect(explanation.cause).toBe(cause);
  const schedule = explanation.steps.find(({ rule }) => rule === 'schedule');
  expect(schedule?.until).toEqual(new Date(world.now().getTime() + minute));
  expect(schedule?.fact).toContain(` was answered ${reply.code} ${reply.text}`);
  world.advance(minute);
  await workspace.send();
  expect(await explain(workspace, id)).toMatchObject({ cause: 'delivered' });
});

test('the relay is down', async () => {
  const { workspace, id } = await oneMessage();
  // The discard port: nobody listens there.
  await workspace.send(world.otherApp(createCaptureTransport({ host: '127.0.0.1', port: 9, clientName: 'localhost' })));
  expect(await explain(workspace, id)).toMatchObject({ cause: 'server_unreachable' });
});

test.each([
  ['bounced', 'bounce'],
  ['delivered', 'delivered'],
])('%s as the simulator plays it, which leaves nothing to do', async (cause, address) => {
  const { workspace } = await oneMessage();
  await workspace.emit([`${address}@${world.app.config.simulatorDomain}`]);
  const { rows } = await world.app.db.pool.query(
    'SELECT id FROM messages WHERE workspace_id = $1 AND simulation IS NOT NULL',
    [workspace.id],
  );
  await workspace.send();
  expect(await explain(workspace, String(rows[0].id))).toMatchObject({
    cause,
    next: 'Nothing is to be done: every emit to this address of the simulator ends like this.',
  });
});

test('refused by a full mailbox, it can be sent again; refused for now, it says until when it is tried', async () => {
  const full = await oneMessage();
  world.sink.refuse(full.email, [{ code: 552, text: '5.2.2 Mailbox full' }]);
  await full.workspace.send();
  const soft = await explain(full.workspace, full.id);
  expect(soft.summary).toContain('The mailbox did not take this mail, so it is not tried again by itself');
  const later = await oneMessage();
  world.sink.refuse(later.email, [{ code: 451, text: '4.3.2 System not accepting network messages, maintenance' }]);
  await later.workspace.send();
  const { cause, next } = await explain(later.workspace, later.id);
  expect(cause).toBe('waiting_for_retry');
  expect(next).toMatch(/^Nothing for now: it is tried again by itself until \d{4}-.*Z\./);
});

test('bounced, and the next mail to the address is suppressed by the bounce', async () => {
  const { workspace, email, id } = await oneMessage();
  world.sink.refuse(email, [{ code: 550, text: '5.1.1 User unknown' }]);
  await workspace.send();
  const bounced = await explain(workspace, id);
  expect(bounced).toMatchObject({ cause: 'bounced', summary: expect.stringContaining('550 5.1.1') });
  expect(decisive(bounced)).toEqual(['attempt']);
  await workspace.emit([email]);
  const { rows } = await world.app.db.pool.query('SELECT id FROM messages WHERE workspace_id = $1 AND id <> $2', [
    workspace.id,
    id,
  ]);
  expect(await explain(workspace, rows[0].id)).toMatchObject({ cause: 'suppressed_by_bounce' });
});

test('suppressed by a complaint', async () => {
  const { workspace, email, id } = await oneMessage();
  await workspace.send();
  const complaint = { mailboxFault: false, category: null, replyCode: null, status: null, reply: null };
  await recordReport(world.app, { kind: 'complaint', messageId: id, hard: false, ...complaint });
  expect(await explain(workspace, id)).toMatchObject({ cause: 'complained' });
  // A complaint by itself blocks marketing mail alone.
  const { platformId } = workspace.ctx;
  const fault = {
    platformId,
    workspaceId: workspace.id,
    address: email,
    addressHash: world.app.secrets.addressHash(email),
  };
  await world.app.db.transaction((client) =>
    suppressAddresses(world.app, client, [{ ...fault, reason: 'complaint', blocks: 'all', at: world.now() }]),
  );
  await workspace.emit([email]);
  const { rows } = await world.app.db.pool.query('SELECT id FROM messages WHERE workspace_id = $1 AND id <> $2', [
    workspace.id,
    id,
  ]);
  expect(await explain(workspace, rows[0].id)).toMatchObject({ cause: 'suppressed_by_complaint' });
  // A lifted suppression sends nothing again.
  await world.app.db.pool.query('DELETE FROM suppressions WHERE platform_id = $1', [platformId]);
  expect(await explain(workspace, rows[0].id)).toMatchObject({ cause: 'suppressed_before' });
});

test('unverified, and settling after the verification', async () => {
  const { workspace, id } = await oneMessage();
  const set = (text: string, values: readonly unknown[]) =>
    world.app.db.pool.query(`UPDATE sending_domains SET ${text} WHERE platform_id = $1`, [
      workspace.ctx.platformId,
      ...values,
    ]);
  // The domains of tests are never verified: they are captured.
  await set(`domain = 'shop.dev', status = 'failed', failing_since = $2`, [world.now()]);
  expect(await explain(workspace, id)).toMatchObject({ cause: 'domain_unverified' });
  await set(`status = 'verified', failing_since = NULL, verified_at = $2`, [world.now()]);
  const relayed: App = { ...world.app, config: { ...world.app.config, transport: 'smtp' } };
  const ctx = { ...workspace.ctx, app: relayed };
  const settling = await explainMessage(ctx, { id, workspace: null });
  expect(settling).toMatchObject({ cause: 'domain_settling' });
  expect(settling.summary).toContain(new Date(world.now().getTime() + 5_000).toISOString());
  await set(`domain = 'shop.test', verified_at = NULL, status = 'pending'`, []);
});

test('expired, with what its attempts met', async () => {
  const { workspace, email, id } = await oneMessage();
  world.sink.refuse(
    email,
    Array.from({ length: 20 }, () => ({ code: 451, text: '4.3.0 Try again' })),
  );
  await workspace.send();
  world.advance(day);
  await world.sweep();
  const explanation = await explain(workspace, id);
  expect(explanation).toMatchObject({ cause: 'expired', summary: expect.stringContaining('451 4.3.0') });
  expect(decisive(explanation)).toEqual(['expiry']);
});

test('erased: while it is erased by its message, afterwards by its event', async () => {
  const { workspace, email, id, eventId } = await oneMessage();
  const erasure = await erasePerson(workspace.ctx, workspace.id, { email });
  expect(await explain(workspace, id)).toMatchObject({ cause: 'erased' });
  await eraseTurn(world.app, { platformId: workspace.ctx.platformId, id: erasure.id });
  expect(await explain(workspace, id)).toMatchObject({ cause: 'erased' });
  const explained = await explainMessage(workspace.ctx, { id: eventId, workspace: workspace.id });
  expect(explained).toMatchObject({ cause: 'erased' });
});

test('another platform learns nothing', async () => {
  const { workspace, id } = await oneMessage();
  const stranger = { ...workspace.ctx, platformId: (await world.tenant({ name: 'Other' })).platformId };
  await expect(explainMessage(stranger, { id, workspace: null })).rejects.toMatchObject({ code: 'not_found' });
});
