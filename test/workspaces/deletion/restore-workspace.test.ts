/** The deletion of a workspace is undone within its 30 days (docs/rules.md#undone-deletions). */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { upsertContact } from '../../../src/contacts/upsert-contact.ts';
import type { App, Ctx } from '../../../src/context.ts';
import { createApp } from '../../../src/create-app.ts';
import { emitEvent } from '../../../src/events/emit/emit-event.ts';
import { sweepMessages } from '../../../src/messages/outcomes/sweep-messages.ts';
import { setWorkspaceCeiling } from '../../../src/platforms/limits/set-workspace-ceiling.ts';
import { createWorkspace } from '../../../src/workspaces/create-workspace.ts';
import { deleteWorkspace } from '../../../src/workspaces/deletion/delete-workspace.ts';
import { purgeDeletedWorkspaces } from '../../../src/workspaces/deletion/purge-deleted-workspaces.ts';
import { restoreWorkspace } from '../../../src/workspaces/deletion/restore-workspace.ts';
import { holdTable } from '../../support/hold-table.ts';
import { createWorld, type Tenant, type World } from '../../support/world.ts';

const day = 24 * 3_600_000;

let world: World;
let tenant: Tenant;
let ctx: Ctx;
beforeAll(async () => {
  world = await createWorld();
  tenant = await world.tenant({ domain: 'shop.test', eventType: 'order.shipped' });
  ({ ctx } = tenant);
});
afterAll(() => world.close());

let made = 0;
async function deleted(): Promise<{ readonly id: string; readonly reference: string }> {
  made += 1;
  const reference = `gone-${made}`;
  const id = await createWorkspace(ctx, { name: 'Gone', reference, timezone: 'Europe/Lisbon' });
  await upsertContact(ctx, id, 'ref:ada', { email: 'ada@example.com', tags: ['vip'] });
  await emitEvent(ctx, id, {
    type: 'order.shipped',
    idempotencyKey: 'one',
    recipient: { contact: 'ref:ada' },
    payload: { order_number: '1', tracking_url: 'https://example.com/1' },
  });
  await deleteWorkspace(ctx, id);
  return { id, reference };
}

const restoreDocument = `mutation ($id: ID!, $reference: String) {
  workspaceRestore(id: $id, reference: $reference) { workspace { id reference timezone } }
}`;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code ?? error,
  );

test('everything that is kept is back, and what waited has failed', async () => {
  const { id, reference } = await deleted();
  await sweepMessages(world.app);
  world.advance(29 * day);
  await purgeDeletedWorkspaces(world.app);
  const stranger = await world.tenant();
  const list = '{ deletedWorkspaces { nodes { id reference name deletedAt restorableUntil } totalCount } }';
  expect((await tenant.ask(list)).data.deletedWorkspaces).toEqual({
    nodes: [
      {
        id,
        reference,
        name: 'Gone',
        deletedAt: new Date(world.now().getTime() - 29 * day),
        restorableUntil: new Date(world.now().getTime() + day),
      },
    ],
    totalCount: 1,
  });
  expect((await stranger.ask(list)).data.deletedWorkspaces.nodes).toEqual([]);
  expect((await stranger.ask(restoreDocument, { id })).refusal?.code).toBe('not_found');
  const { data, errors } = await tenant.ask(restoreDocument, { id });
  expect(errors).toEqual([]);
  expect(data.workspaceRestore.workspace).toEqual({ id, reference, timezone: 'Europe/Lisbon' });
  const again = await tenant.ask(restoreDocument, { id });
  expect(again.data).toEqual(data);
  const { data: kept } = await tenant.ask(
    `query ($workspace: ID!) {
      contacts(workspace: $workspace) { nodes { reference tags { name } } }
      messages(workspace: $workspace) { nodes { state reason } }
      workspace(workspace: $workspace) { health { window { ended } } }
      deletedWorkspaces { nodes { id } }
    }`,
    { workspace: `ref:${reference}` },
  );
  expect(kept).toEqual({
    contacts: { nodes: [{ reference: 'ada', tags: [{ name: 'vip' }] }] },
    messages: { nodes: [{ state: 'failed', reason: 'workspace_deleted' }] },
    // What the deletion failed lowers no rate of bounces.
    workspace: { health: { window: { ended: 0 } } },
    deletedWorkspaces: { nodes: [] },
  });
});

test('a reference that is taken needs another, and the ceiling holds', async () => {
  const { id, reference } = await deleted();
  await createWorkspace(ctx, { name: 'New', reference });
  expect(await codeOf(restoreWorkspace(ctx, id, {}))).toBe('reference_taken');
  expect(await codeOf(restoreWorkspace(ctx, id, { reference: 'no blanks' }))).toBe('validation_failed');
  await setWorkspaceCeiling(world.app, { platformId: ctx.platformId, ceiling: 1 });
  expect(await codeOf(restoreWorkspace(ctx, id, { reference: 'back' }))).toBe('workspace_ceiling_reached');
  await setWorkspaceCeiling(world.app, { platformId: ctx.platformId, ceiling: null });
  const { data } = await tenant.ask(restoreDocument, { id, reference: 'back' });
  expect(data.workspaceRestore.workspace.reference).toBe('back');
});

test('after 30 days it is not found, whether or not its data is removed yet', async () => {
  const { id } = await deleted();
  world.advance(30 * day);
  expect(await codeOf(restoreWorkspace(ctx, id, {}))).toBe('not_found');
  expect((await tenant.ask('{ deletedWorkspaces { nodes { id } } }')).data.deletedWorkspaces.nodes).toEqual([]);
  await purgeDeletedWorkspaces(world.app);
  expect(await codeOf(restoreWorkspace(ctx, id, {}))).toBe('not_found');
});

test('an undo whose clock is behind waits for the purge and brings back no half of a workspace', async () => {
  const { id } = await deleted();
  const now = world.now();
  world.advance(30 * day);
  const behind: App = createApp({
    ...world.app,
    clock: { ...world.app.clock, now: () => new Date(now.getTime() + 29 * day) },
  });
  // The events are removed and committed; the purge holds the workspace while it waits for its contacts.
  const held = await holdTable(world.app.db.pool, 'contacts');
  const purging = purgeDeletedWorkspaces(world.app);
  await held.waiters(1);
  const undoing = codeOf(restoreWorkspace({ ...ctx, app: behind }, id, {}));
  await expect
    .poll(async () => {
      const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
      return (await world.app.db.pool.query(waiting)).rows;
    })
    .toHaveLength(2);
  await held.release();
  await purging;
  expect(await undoing).toBe('not_found');
  // The purge passes over a workspace that somebody holds, and goes on in its next sweep.
  await purgeDeletedWorkspaces(world.app);
  expect((await world.app.db.pool.query('SELECT FROM workspaces WHERE id = $1', [id])).rows).toEqual([]);
});
