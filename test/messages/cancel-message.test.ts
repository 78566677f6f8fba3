/** Messages that wait are cancelled by hand (docs/rules.md#cancelled-messages). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { explainMessage } from '../../src/explain/explain-message.ts';
import { cancelMessage } from '../../src/messages/cancel-message.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

const minute = 60_000;
const later = { code: 451, text: '4.3.0 Try again' };

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const sql = async (text: string, ...values: readonly unknown[]) =>
  (await world.app.db.pool.query(text, [...values])).rows;
const waitingStatements =
  "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
const idsOf = async ({ id }: SendingWorkspace): Promise<readonly string[]> =>
  (await sql('SELECT id FROM messages WHERE workspace_id = $1 ORDER BY id', id)).map((row) => row.id);
const cancel = ({ ctx, id }: SendingWorkspace, message: string) =>
  cancelMessage(ctx, id, message).then(
    () => 'cancelled',
    (error: { code?: string }) => error.code ?? error,
  );

test('between two attempts: it never goes out, its webhook tells why, and it counts for nothing', async () => {
  const workspace = await world.workspace();
  const [email = ''] = people(1);
  world.sink.refuse(email, [later]);
  await emitEvent(workspace.ctx, workspace.id, {
    type: 'order.shipped',
    idempotencyKey: 'with-file',
    recipient: { email },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
    attachments: [{ filename: 'a.pdf', content: Buffer.from('%PDF-1.7\n%%EOF').toString('base64') }],
  });
  await workspace.send();
  const [id = ''] = await idsOf(workspace);
  const document = `mutation ($workspace: ID!, $id: ID!) {
    messageCancel(workspace: $workspace, id: $id) { message { state reason endedAt nextAttemptAt } }
  }`;
  const { platformId } = workspace.ctx;
  const variables = { workspace: workspace.id, id };
  const { data, errors } = await world.ask({ platformId }, document, variables);
  expect(errors).toEqual([]);
  expect(data.messageCancel.message).toMatchObject({ state: 'failed', reason: 'cancelled', nextAttemptAt: null });
  expect((await world.ask({ platformId }, document, variables)).data).toEqual(data);
  const stranger = await world.tenant();
  expect((await stranger.ask(document, variables)).refusal?.code).toBe('not_found');

  expect(await workspace.webhooks('message.failed')).toMatchObject([
    { message_id: id, source: 'service', details: { reason: 'cancelled' } },
  ]);
  expect(await sql('SELECT FROM attachments WHERE message_id = $1', id)).toEqual([]);
  expect(await sql('SELECT FROM health_hours WHERE workspace_id = $1', workspace.id)).toEqual([]);
  const explanation = await explainMessage(workspace.ctx, { id, workspace: null });
  expect(explanation).toMatchObject({
    cause: 'cancelled',
    summary: expect.stringMatching(/^A caller cancelled the message while it waited/),
  });
  world.advance(24 * 60 * minute);
  await world.sweep();
  await workspace.send();
  expect(await workspace.states()).toEqual({ failed: 1 });
  expect(world.sink.mails.filter(({ to }) => to.includes(email))).toEqual([]);
});

describe('against a claim', () => {
  test('each message is either cancelled or sent, never both', async () => {
    const workspace = await world.workspace();
    const addresses = people(40);
    await workspace.emit(addresses);
    const ids = await idsOf(workspace);
    // Both ways at once: the turn claims from the front while the cancellations come from the back.
    const [, ...results] = await Promise.all([
      workspace.send(),
      ...ids.toReversed().map((id) => cancel(workspace, id)),
    ]);
    const cancelled = results.filter((result) => result === 'cancelled').length;
    expect(results.filter((result) => result !== 'cancelled' && result !== 'message_not_waiting')).toEqual([]);
    const states = await workspace.states();
    expect([states.failed ?? 0, states.delivered ?? 0]).toEqual([cancelled, 40 - cancelled]);
    const offered = world.sink.mails.filter(({ to }) => addresses.includes(to[0] ?? ''));
    expect(offered).toHaveLength(40 - cancelled);
    expect(await workspace.webhooks('message.failed')).toHaveLength(cancelled);
  });

  test('a cancellation that waits for a claim finds the message claimed', async () => {
    const workspace = await world.workspace();
    await workspace.emit(people(1));
    const [id = ''] = await idsOf(workspace);
    const claim = await world.app.db.pool.connect();
    await claim.query('BEGIN');
    await claim.query("UPDATE messages SET state = 'sending', attempt_number = 1 WHERE id = $1", [id]);
    const cancelling = cancel(workspace, id);
    await expect.poll(() => sql(waitingStatements)).toHaveLength(1);
    await claim.query('COMMIT');
    claim.release();
    expect(await cancelling).toBe('message_not_waiting');
    expect(await workspace.states()).toEqual({ sending: 1 });
  });

  test('a message to a person who is being erased is left to the erasure', async () => {
    const workspace = await world.workspace();
    await workspace.emit(people(1));
    const [id = ''] = await idsOf(workspace);
    await sql('UPDATE messages SET recipient = NULL WHERE id = $1', id);
    expect(await cancel(workspace, id)).toBe('message_not_waiting');
    expect(await workspace.webhooks('message.failed')).toEqual([]);
  });
});

describe('many at once', () => {
  const document = `mutation ($workspace: ID!, $filter: MessagesCancelFilter, $after: String) {
    messagesCancel(workspace: $workspace, filter: $filter, after: $after) { cancelled endCursor }
  }`;
  const ask = async (workspace: SendingWorkspace, filter: object | null, after: string | null = null) => {
    const { data, refusal } = await world.ask({ platformId: workspace.ctx.platformId }, document, {
      workspace: workspace.id,
      filter,
      after,
    });
    if (refusal) throw refusal;
    return data.messagesCancel as { readonly cancelled: number; readonly endCursor: string | null };
  };
  /** So many copies of the workspace's one message, all due at the same instant. */
  const copy = async ({ id }: SendingWorkspace, count: number) => {
    await sql(
      `INSERT INTO events (platform_id, workspace_id, id, event_type_id, type, event_type_version, idempotency_key,
                           payload, address_hash, created_at)
       SELECT platform_id, workspace_id, '02' || lpad(n::text, 24, '0'), event_type_id, type, 1, 'copy-' || n, payload,
              address_hash, created_at
       FROM events, generate_series(1, $2::int) n WHERE workspace_id = $1`,
      id,
      count,
    );
    await sql(
      `INSERT INTO messages (platform_id, workspace_id, id, event_id, event_type_id, idempotency_key, state, recipient,
                             address_hash, sending_domain_id, template_version_id, locale, timezone, values, fell_back,
                             due_at, expires_at, created_at)
       SELECT platform_id, workspace_id, '02' || lpad(n::text, 24, '0'), '02' || lpad(n::text, 24, '0'), event_type_id,
              'copy-' || n, state, recipient, address_hash, sending_domain_id, template_version_id, locale, timezone,
              values, fell_back, due_at, expires_at, created_at
       FROM messages, generate_series(1, $2::int) n WHERE workspace_id = $1`,
      id,
      count,
    );
  };

  test('a call is bounded, and the cursor leads on until nothing waits', async () => {
    const workspace = await world.workspace();
    await workspace.emit(people(1));
    await copy(workspace, 1_099);
    const steps: number[] = [];
    let after: string | null = null;
    do {
      const step: Awaited<ReturnType<typeof ask>> = await ask(workspace, null, after);
      steps.push(step.cancelled);
      after = step.endCursor;
    } while (after !== null);
    expect(steps).toEqual([500, 500, 100]);
    expect(await workspace.states()).toEqual({ failed: 1_100 });
    expect(await workspace.webhooks('message.failed')).toHaveLength(1_100);
    expect(await ask(workspace, null)).toEqual({ cancelled: 0, endCursor: null });
  });

  test('a walk that finds nothing examines a bounded part of the queue and leads on', async () => {
    const workspace = await world.workspace();
    await workspace.emit(people(1));
    await copy(workspace, 5_000);
    const filter = { eventType: 'another.type' };
    const first = await ask(workspace, filter);
    expect(first).toEqual({ cancelled: 0, endCursor: expect.any(String) });
    expect(await ask(workspace, filter, first.endCursor)).toEqual({ cancelled: 0, endCursor: null });
    expect(await workspace.states()).toEqual({ queued: 5_001 });
  });

  test('filters by type, version and time of the emit, and rejects a foreign cursor', async () => {
    const workspace = await world.workspace();
    await workspace.emit(people(1));
    const before = world.now();
    world.advance(minute);
    await workspace.emit(people(1));
    const [{ template_version_id: version }] = await sql(
      'SELECT template_version_id FROM messages WHERE workspace_id = $1 LIMIT 1',
      workspace.id,
    );
    const cancelled = async (filter: object) => (await ask(workspace, filter)).cancelled;
    expect(await cancelled({ templateVersion: workspace.id })).toBe(0);
    expect(await cancelled({ emittedBefore: before.toISOString() })).toBe(0);
    expect(await cancelled({ emittedBefore: new Date(before.getTime() + 1).toISOString() })).toBe(1);
    expect(await cancelled({ eventType: 'order.shipped', templateVersion: version })).toBe(1);
    await expect(ask(workspace, null, 'bm9uc2Vuc2U')).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
