/** What would become of an emit to an address, before anybody emits (docs/rules.md#emit-checks). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveEventType } from '../../src/event-types/save-event-type.ts';
import { emitEvent } from '../../src/events/emit/emit-event.ts';
import { explainAddress } from '../../src/explain/explain-address.ts';
import { setWorkspaceStatus } from '../../src/workspaces/suspension/set-workspace-status.ts';
import { createSendingWorld, people, type SendingWorkspace, type SendingWorld } from '../support/sending-world.ts';

let world: SendingWorld;
beforeAll(async () => {
  world = await createSendingWorld();
});
afterAll(() => world.close());

const explain = ({ ctx, id }: SendingWorkspace, email: string, eventType = 'order.shipped') =>
  explainAddress(ctx, { workspace: id, email, eventType });

/** The error code of an emit, or null when it is accepted. */
async function emit({ ctx, id }: SendingWorkspace, email: string): Promise<string | null> {
  const payload = { order_number: '1', tracking_url: 'https://example.com/1' };
  const input = { type: 'order.shipped', idempotencyKey: crypto.randomUUID(), recipient: { email }, payload };
  try {
    await emitEvent(ctx, id, input);
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  }
}

test('an emit that is accepted would leave', async () => {
  const workspace = await world.workspace();
  const [email = ''] = people(1);
  expect(await explain(workspace, email)).toMatchObject({ cause: 'would_leave' });
  expect(await emit(workspace, email)).toBeNull();
});

test('a suspended workspace refuses', async () => {
  const workspace = await world.workspace();
  const [email = ''] = people(1);
  await setWorkspaceStatus(workspace.ctx, workspace.id, 'suspended');
  expect(await explain(workspace, email)).toMatchObject({
    cause: 'workspace_suspended',
    summary: 'Refused: the workspace is suspended.',
  });
  expect(await emit(workspace, email)).toBe('workspace_suspended');
});

test('without a sending domain an emit is refused', async () => {
  const { ctx } = await world.tenant({ name: 'Other', eventType: 'order.shipped' });
  const explanation = await explainAddress(ctx, {
    workspace: 'ref:shop',
    email: 'a@example.com',
    eventType: 'order.shipped',
  });
  expect(explanation).toMatchObject({
    cause: 'domain_unverified',
    summary: 'Refused: no sending domain is registered.',
  });
});

test('the thirty of the hour refuse, until the first of them is an hour old', async () => {
  const workspace = await world.workspace();
  const [email = ''] = people(1);
  await workspace.emit(Array.from({ length: 30 }, () => email));
  const first = world.now();
  const explanation = await explain(workspace, email);
  expect(explanation).toMatchObject({ cause: 'hour_used' });
  expect(explanation.steps.find(({ rule }) => rule === 'hour')?.until).toEqual(new Date(first.getTime() + 3_600_000));
  expect(await emit(workspace, email)).toBe('recipient_rate_limited');
});

test('a bounced address withholds, a paused workspace holds, and the refusal is named first', async () => {
  const workspace = await world.workspace();
  const [email = ''] = people(1);
  world.sink.refuse(email, [{ code: 550, text: '5.1.1 User unknown' }]);
  await workspace.emit([email]);
  await workspace.send();
  expect(await explain(workspace, email)).toMatchObject({ cause: 'suppressed_by_bounce' });
  await world.app.db.pool.query(`UPDATE workspace_health SET state = 'paused', since = $2 WHERE workspace_id = $1`, [
    workspace.id,
    world.now(),
  ]);
  const verdicts = (await explain(workspace, email)).steps.map(({ rule, verdict }) => [rule, verdict]);
  expect(verdicts).toContainEqual(['suppression', 'ended']);
  expect(verdicts).toContainEqual(['health', 'holds']);
  await setWorkspaceStatus(workspace.ctx, workspace.id, 'suspended');
  expect(await explain(workspace, email)).toMatchObject({ cause: 'workspace_suspended' });
});

test('an event type without a template sends no mail', async () => {
  const workspace = await world.workspace();
  await saveEventType(workspace.ctx, { name: 'seen', input: { fields: [] } });
  const [email = ''] = people(1);
  expect(await explain(workspace, email, 'seen')).toMatchObject({ cause: 'no_template' });
});

test('faults of the question have their path', async () => {
  const workspace = await world.workspace();
  await expect(explain(workspace, 'nobody')).rejects.toMatchObject({
    code: 'validation_failed',
    details: { errors: { email: [expect.any(String)] } },
  });
  await expect(explain(workspace, 'a@example.com', 'none')).rejects.toMatchObject({ code: 'not_found' });
});
