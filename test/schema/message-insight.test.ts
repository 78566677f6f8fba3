/** Why a mail did not arrive, as a console asks: what happened to it, what it waits for, and what it said. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { upsertContact } from '../../src/contacts/upsert-contact.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { demoTemplate } from '../../src/local/demo-template.ts';
import { recordReport } from '../../src/messages/reports/record-report.ts';
import { openPixelUrl } from '../../src/messages/sending/open-pixel-url.ts';
import { recordOpen } from '../../src/people/record-open.ts';
import { stripContent } from '../../src/retention/strip-content.ts';
import { suppressAddresses } from '../../src/suppressions/suppress-addresses.ts';
import { previewTemplate } from '../../src/templates/preview/preview-template.ts';
import { saveTemplate } from '../../src/templates/save-template.ts';
import { setWorkspaceStatus } from '../../src/workspaces/suspension/set-workspace-status.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const insight = `query ($id: ID!) { node(id: $id) { ... on Message {
  state
  waitingFor { kind fact since until endedBy }
  suppression { reason }
  webhooks { nodes { type state } totalCount }
  rendered { subject displayName html text from headers { name value } }
  event { payload }
  timeline { __typename kind at cursor
    ... on TimelineAttempted { attempt { number outcome replyCode } }
    ... on TimelineDeferred { until }
    ... on TimelineReport { report { kind } }
    ... on TimelineOpened { open { machine } }
    ... on TimelineWebhookSent { status webhook { type } } } } } }`;

async function ask(workspace: SendingWorkspace, id: string) {
  const { platformId } = workspace.ctx;
  const { data, errors } = await world.ask({ platformId }, insight, { id });
  expect(errors).toEqual([]);
  return data.node;
}

async function oneMessage(address?: string) {
  const workspace = await world.workspace();
  const email = address ?? people(1)[0] ?? '';
  await workspace.emit([email]);
  return { workspace, email, id: await messageOf(workspace) };
}

async function messageOf(workspace: SendingWorkspace): Promise<string> {
  const { rows } = await world.app.db.pool.query('SELECT id FROM messages WHERE workspace_id = $1 ORDER BY id DESC', [
    workspace.id,
  ]);
  return rows[0].id;
}

test('a mail that was deferred twice, delivered, opened and complained about, as one picture', async () => {
  const workspace = await world.workspace();
  const [email = ''] = people(1);
  await upsertContact(workspace.ctx, workspace.id, 'ref:ada', { email, pixelConsentAt: world.now() });
  world.sink.refuse(email, [
    { code: 451, text: '4.7.1 Greylisted' },
    { code: 452, text: '4.3.1 Insufficient storage' },
  ]);
  await workspace.emit([email]);
  const id = await messageOf(workspace);
  const start = world.now();
  await workspace.send();
  world.advance(minute);
  await workspace.send();
  world.advance(5 * minute);
  await workspace.send();
  world.advance(minute);
  const token = openPixelUrl(world.app, id).split('/').at(-1) ?? '';
  await recordOpen(world.app, token, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
  world.advance(minute);
  const [delivered] = await workspace.webhooks('message.delivered');
  const at = world.now();
  await world.app.db.pool.query(
    `UPDATE webhooks SET state = 'delivered', delivered_at = $2, attempts = $3 WHERE id = $1`,
    [delivered.id, at, JSON.stringify({ 1: { at, status: 204, error: null, duration_ms: 7 } })],
  );
  world.advance(minute);
  const none = { hard: false, mailboxFault: false, category: null, replyCode: null, status: null, reply: null };
  await recordReport(world.app, { ...none, kind: 'complaint', messageId: id });

  const message = await ask(workspace, id);
  expect(
    message.timeline.map(({ at: _at, cursor: _cursor, kind: _kind, ...entry }: Record<string, unknown>) => entry),
  ).toEqual([
    { __typename: 'TimelineAccepted' },
    { __typename: 'TimelineAttempt', attempt: { number: 1, outcome: 'temporary', replyCode: 451 } },
    {
      __typename: 'TimelineDeferred',
      attempt: { number: 1, outcome: 'temporary', replyCode: 451 },
      until: expect.any(Date),
    },
    { __typename: 'TimelineAttempt', attempt: { number: 2, outcome: 'temporary', replyCode: 452 } },
    {
      __typename: 'TimelineDeferred',
      attempt: { number: 2, outcome: 'temporary', replyCode: 452 },
      until: expect.any(Date),
    },
    { __typename: 'TimelineAttempt', attempt: { number: 3, outcome: 'delivered', replyCode: 250 } },
    { __typename: 'TimelineDelivered', attempt: { number: 3, outcome: 'delivered', replyCode: 250 } },
    { __typename: 'TimelineOpened', open: { machine: false } },
    { __typename: 'TimelineWebhookSent', status: 204, webhook: { type: 'message_delivered' } },
    { __typename: 'TimelineReport', report: { kind: 'complaint' } },
    { __typename: 'TimelineComplained' },
  ]);
  expect(message.timeline.map(({ kind }: { kind: string }) => kind)).toEqual([
    'accepted',
    'attempt',
    'deferred',
    'attempt',
    'deferred',
    'attempt',
    'delivered',
    'opened',
    'webhook',
    'report',
    'complained',
  ]);
  const times = message.timeline.map(({ at: time }: { at: Date }) => time.getTime());
  expect(times.toSorted((a: number, b: number) => a - b)).toEqual(times);
  expect(times[0]).toBe(start.getTime());
  expect(message).toMatchObject({
    state: 'complained',
    waitingFor: null,
    suppression: null,
    webhooks: { totalCount: 2, nodes: [{ type: 'message_delivered' }, { type: 'message_complained' }] },
  });
});

describe('what it waits for', () => {
  test.each([
    [
      'suspended',
      async (workspace: SendingWorkspace) => setWorkspaceStatus(workspace.ctx, workspace.id, 'suspended'),
      { until: null, endedBy: expect.stringContaining('resumes') },
    ],
    [
      'paused',
      async ({ id }: SendingWorkspace) =>
        world.app.db.pool.query(`UPDATE workspace_health SET state = 'paused', since = $2 WHERE workspace_id = $1`, [
          id,
          // A pause that began with the emit would outlast the message.
          new Date(world.now().getTime() - 3_600_000),
        ]),
      { until: expect.any(Date), endedBy: 'The pause ends, and the turn of the message comes' },
    ],
    ['turn', async () => undefined, { until: null, endedBy: expect.stringContaining('turn') }],
  ] as const)('%s', async (kind, hold, rest) => {
    const { workspace, id } = await oneMessage();
    await hold(workspace);
    expect((await ask(workspace, id)).waitingFor).toMatchObject({ kind, ...rest });
  });

  test('the day cap, until the next day', async () => {
    const { workspace, id } = await oneMessage();
    const today = world.now().toISOString().slice(0, 10);
    await world.app.db.pool.query(
      `WITH capped AS (UPDATE workspace_health SET state = 'throttled' WHERE workspace_id = $1)
       INSERT INTO sending_days (workspace_id, day, sent) VALUES ($1, $2, 50)`,
      [workspace.id, today],
    );
    expect((await ask(workspace, id)).waitingFor).toMatchObject({
      kind: 'day_cap',
      until: new Date(new Date(`${today}T00:00:00Z`).getTime() + day),
    });
  });

  test('the next attempt, and the domain before it', async () => {
    const { workspace, email, id } = await oneMessage();
    world.sink.refuse(email, [{ code: 452, text: '4.3.1 Insufficient storage' }]);
    await workspace.send();
    expect((await ask(workspace, id)).waitingFor).toMatchObject({
      kind: 'retry',
      until: new Date(world.now().getTime() + minute),
      fact: expect.stringContaining('452 4.3.1'),
    });
    const { platformId } = workspace.ctx;
    await world.app.db.pool.query(`UPDATE sending_domains SET domain = 'shop.dev' WHERE platform_id = $1`, [
      platformId,
    ]);
    expect((await ask(workspace, id)).waitingFor).toMatchObject({ kind: 'domain', until: null });
    await world.app.db.pool.query(`UPDATE sending_domains SET domain = 'shop.test' WHERE platform_id = $1`, [
      platformId,
    ]);
  });

  test('a report, until the relay has been silent for 72 hours', async () => {
    const { workspace, id } = await oneMessage();
    await world.app.db.pool.query(`UPDATE messages SET state = 'sent', ended_at = $2 WHERE id = $1`, [id, world.now()]);
    expect((await ask(workspace, id)).waitingFor).toMatchObject({
      kind: 'report',
      until: new Date(world.now().getTime() + 3 * day),
    });
  });
});

test('the suppression that withholds it is named, of its own workspace or of the platform', async () => {
  const { workspace, email, id } = await oneMessage();
  const { platformId } = workspace.ctx;
  const addressHash = world.app.secrets.addressHash(email);
  const fault = { platformId, address: email, addressHash, blocks: 'all', at: world.now() } as const;
  const elsewhere = (await world.workspace()).id;
  const suppress = (workspaceId: string, reason: 'complaint' | 'soft_bounces') =>
    world.app.db.transaction((client) => suppressAddresses(world.app, client, [{ ...fault, workspaceId, reason }]));
  await suppress(elsewhere, 'complaint');
  expect((await ask(workspace, id)).suppression).toBeNull();
  await suppress(workspace.id, 'soft_bounces');
  const message = await ask(workspace, id);
  expect(message).toMatchObject({ state: 'suppressed', waitingFor: null, suppression: { reason: 'soft_bounces' } });
  expect(message.timeline.at(-1).__typename).toBe('TimelineSuppressed');
});

describe('the rendered mail', () => {
  test('is the mail that went, and is gone with the content', async () => {
    const { workspace, email, id } = await oneMessage();
    await workspace.send();
    const { rendered, event } = await ask(workspace, id);
    const sent = await world.sink.mails.find(({ to }) => to.includes(email))?.parse();
    const plain = (text: string | undefined) => text?.replaceAll('\r\n', '\n').trim();
    expect([sent?.subject, sent?.from?.address]).toEqual([rendered.subject, rendered.from]);
    expect(plain(sent?.html)).toBe(plain(rendered.html));
    expect(plain(sent?.text)).toBe(plain(rendered.text));
    const fields = new Map(sent?.headers.map(({ key, value }) => [key, value]));
    const shown = rendered.headers.map(({ name, value }: { name: string; value: string }) => [
      name.toLowerCase(),
      value,
    ]);
    expect(shown.map(([name]: [string]) => name)).toEqual([
      'from',
      'to',
      'subject',
      'message-id',
      'date',
      'tidings-message',
      'feedback-id',
      'cfbl-address',
      'cfbl-feedback-id',
    ]);
    // A MAC of the mail lets its holder complain for the recipient: it is not shown.
    const withoutMac = (value = '') => value.replace(/\.[a-z2-7]{24}$/, '.…');
    for (const [name, value] of shown.slice(5)) expect(withoutMac(fields.get(name)), name).toBe(value);
    expect(shown.filter(([, value]: [string, string]) => value.endsWith('.…'))).toHaveLength(2);
    expect(Object.fromEntries(shown)).toMatchObject({
      to: email,
      subject: sent?.subject,
      'message-id': sent?.messageId,
    });
    expect(event.payload).toEqual({ order_number: '1', tracking_url: 'https://example.com/1' });
    await world.app.db.transaction((client) =>
      stripContent(world.app, client, new Date(world.now().getTime() + 31 * day)),
    );
    const stripped = await ask(workspace, id);
    expect([stripped.rendered, stripped.event.payload]).toEqual([null, null]);
    await world.app.db.pool.query('TRUNCATE retention_marks');
  });

  test('has the subject and the name of the mail that went and of its preview, without signs that deceive', async () => {
    const workspace = await world.workspace();
    const [email = ''] = people(1);
    const { ctx } = workspace;
    const named = { ...demoTemplate, displayName: 'Shop {{ event.order_number }}', acceptOutdated: true };
    await saveTemplate(ctx, { eventType: 'order.shipped', input: named });
    const order_number = '\u202e7\u200b1 ceo@bank.example نمی\u200cخواهم \u{1f469}\u200d\u{1f467}';
    const payload = { order_number, tracking_url: 'https://example.com/1' };
    await emitEvent(ctx, workspace.id, {
      type: 'order.shipped',
      idempotencyKey: 'hostile',
      recipient: { email },
      payload,
    });
    await workspace.send();
    const { rendered } = await ask(workspace, await messageOf(workspace));
    const preview = await previewTemplate(ctx, { eventType: 'order.shipped', input: { payload } });
    const sent = await world.sink.mails.find(({ to }) => to.includes(email))?.parse();
    const subject = 'Order 71 ceo@bank.example نمی\u200cخواهم \u{1f469}\u200d\u{1f467} is on its way';
    const name = 'Shop 71 نمی\u200cخواهم \u{1f469}\u200d\u{1f467}';
    expect([sent?.subject, rendered.subject, preview.subject]).toEqual([subject, subject, subject]);
    expect([sent?.from?.name, rendered.displayName, preview.displayName]).toEqual([name, name, name]);
  });

  test('is there for simulated mail, and has no pixel that would count as an open', async () => {
    const workspace = await world.workspace();
    const email = 'delivered@simulator.test';
    await upsertContact(workspace.ctx, workspace.id, 'ref:sim', { email, pixelConsentAt: world.now() });
    await workspace.emit([email]);
    const { rendered, suppression } = await ask(workspace, await messageOf(workspace));
    expect([rendered.from, suppression]).toEqual(['orders@shop.test', null]);
    expect(rendered.html).toContain('<html');
    expect(rendered.html).not.toContain('/open/');
  });
});
