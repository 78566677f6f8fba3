/** Nothing of a webhook outlives it: no foreign key sees to that (docs/rules.md#pending-webhooks). */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Ctx } from '../../src/context.ts';
import { decideWebhooks } from '../../src/deployment/decide-held.ts';
import { holdWork } from '../../src/deployment/hold-work.ts';
import { newId } from '../../src/ground/ids.ts';
import { day } from '../../src/ground/time/durations.ts';
import { attemptWebhook } from '../../src/webhooks/delivery/attempt-webhook.ts';
import { claimTogether } from '../../src/webhooks/delivery/claim-webhooks.ts';
import { sweepWebhooks } from '../../src/webhooks/delivery/sweep-webhooks.ts';
import { deleteEndpoint } from '../../src/webhooks/endpoints/delete-endpoint.ts';
import { redeliverWebhook } from '../../src/webhooks/redelivery/redeliver-webhook.ts';
import { removeUnleased } from '../../src/webhooks/remove-unleased.ts';
import { createWorkspace } from '../../src/workspaces/create-workspace.ts';
import { deleteWorkspace } from '../../src/workspaces/deletion/delete-workspace.ts';
import { purgeDeletedWorkspaces } from '../../src/workspaces/deletion/purge-deleted-workspaces.ts';
import { lockWaits } from '../support/lock-waits.ts';
import { type Ground, hours, openGround } from './ground.ts';

let ground: Ground;
let ctx: Ctx;
let endpoint: string;
beforeAll(async () => {
  ground = await openGround();
  ctx = await ground.platform();
  endpoint = await ground.endpoint(ctx, 'https://hooks.example.com/');
});
afterAll(() => ground.close());

const sql = async (text: string, values: readonly unknown[] = []) =>
  (await ground.app.db.pool.query(text, [...values])).rows;

/** Pending rows without a webhook, and pending webhooks without their row. */
const torn = () =>
  sql(`SELECT coalesce(p.id, h.id) AS id FROM pending_webhooks p
       FULL JOIN (SELECT * FROM webhooks WHERE state = 'pending') h ON h.platform_id = p.platform_id AND h.id = p.id
       WHERE p.id IS NULL OR h.id IS NULL`);

afterEach(async () => {
  expect(await torn()).toEqual([]);
  await sql('DELETE FROM pending_webhooks');
  await sql('DELETE FROM webhooks');
});

const states = async () => (await sql('SELECT state FROM webhooks ORDER BY state')).map(({ state }) => state);
const pendingRows = async () => (await sql('SELECT FROM pending_webhooks')).length;

/** Resolves once a statement waits for a row of another transaction. */
const waiting = () =>
  vi.waitFor(
    async () => {
      const rows = await sql(`SELECT FROM ${lockWaits} WHERE locktype = 'transactionid'`);
      expect(rows).not.toEqual([]);
    },
    { timeout: 20_000 },
  );

/** Runs `other` while a redelivery of the webhook is written and not yet committed; `other` waits for it, or passes it by. */
async function duringRedelivery(id: string, other: () => Promise<unknown>, waits: boolean): Promise<void> {
  const { app } = ground;
  let run: Promise<unknown> = Promise.resolve();
  const transaction: typeof app.db.transaction = (work, ...rest) =>
    app.db.transaction(
      async (client) => {
        const result = await work(client);
        run = other();
        if (waits) await waiting();
        else await run;
        return result;
      },
      ...rest,
    );
  await redeliverWebhook({ ...ctx, app: { ...app, db: { ...app.db, transaction } } }, id);
  await run;
}

async function deliver(id: string): Promise<void> {
  await sql('DELETE FROM pending_webhooks WHERE id = $1', [id]);
  await sql(`UPDATE webhooks SET state = 'delivered', attempt_number = 1 WHERE id = $1`, [id]);
}

test('an endpoint that is deleted leaves failed webhooks and no pending row', async () => {
  const own = await ground.endpoint(ctx, 'https://gone.example.com/');
  await ground.cause(ctx, 3);
  await deleteEndpoint(ctx, own);
  expect(await states()).toEqual([...Array(3).fill('pending'), ...Array(3).fill('failed')]);
  expect(await sql('SELECT DISTINCT endpoint_id AS id FROM pending_webhooks')).toEqual([{ id: endpoint }]);
});

test('a workspace that is purged takes pending webhooks along, and those sent again meanwhile', async () => {
  const workspaceId = await createWorkspace(ctx, { name: 'Gone', reference: 'gone' });
  const [first = ''] = await ground.cause(ctx, 3, { workspaceId, type: 'contact.suppressed' });
  await deliver(first);
  await ground.cause(ctx, 1);
  await deleteWorkspace(ctx, workspaceId);
  // The row of the webhook is not shown for as long; only its row counts here.
  ground.clock.advance(20 * day);
  await sql('UPDATE workspaces SET deleted_at = $2 WHERE id = $1', [
    workspaceId,
    new Date(ground.clock.now().getTime() - 31 * day),
  ]);
  await duringRedelivery(first, () => purgeDeletedWorkspaces(ground.app), true);
  expect([await states(), await pendingRows()]).toEqual([['pending'], 1]);
  expect(await sql('SELECT FROM workspaces WHERE id = $1', [workspaceId])).toEqual([]);
});

test('an erasure takes pending rows along, leaves what is under way, and passes by what is sent again meanwhile', async () => {
  const workspaceId = await createWorkspace(ctx, { name: 'Shop', reference: 'shop' });
  const contact = { id: newId(ground.clock.now()), reference: null };
  const [first = ''] = await ground.cause(ctx, 4, { workspaceId, contact, type: 'contact.suppressed' });
  await deliver(first);
  const turn = { platformId: ctx.platformId, id: endpoint };
  const [claimed] = await claimTogether(ground.app, [{ turn, limit: 1, dueFrom: null }]);
  expect(claimed?.answer).toHaveLength(1);
  const remove = () =>
    ground.app.db.transaction((client) =>
      removeUnleased(client, {
        platformId: ctx.platformId,
        workspaceId,
        about: 'contacts',
        ids: [contact.id],
        now: ground.clock.now(),
      }),
    );
  await duringRedelivery(first, async () => expect(await remove()).toBe(2), false);
  expect([await states(), await pendingRows()]).toEqual([['pending', 'pending'], 2]);
  expect(await remove()).toBe(1);
  ground.clock.advance(60_000);
  expect(await remove()).toBe(1);
  expect([await states(), await pendingRows()]).toEqual([[], 0]);
});

test('webhooks that the operator cancels after a restore are gone with their rows', async () => {
  await ground.cause(ctx, 2);
  ground.clock.advance(1_000);
  expect((await holdWork(ground.app.db, ground.clock.now())).webhooks).toBe(2);
  await ground.cause(ctx, 1);
  expect(await decideWebhooks(ground.app, 'cancel')).toBe(2);
  expect([await states(), await pendingRows()]).toEqual([['pending'], 1]);
});

test('a webhook without its message is dropped by its attempt, unless it was sent again since', async () => {
  const [again = ''] = await ground.cause(ctx, 2, {
    messageId: newId(ground.clock.now()),
    workspaceId: newId(ground.clock.now()),
    type: 'message.delivered',
  });
  const turn = { platformId: ctx.platformId, id: endpoint };
  const [claimed] = await claimTogether(ground.app, [{ turn, limit: 2, dueFrom: null }]);
  await redeliverWebhook(ctx, again);
  for (const webhook of claimed?.answer ?? []) await attemptWebhook(ground.app, webhook, () => undefined);
  expect(await sql('SELECT id FROM pending_webhooks')).toEqual([{ id: again }]);
  expect(await states()).toEqual(['pending']);
});

test('a row whose webhook is gone is removed when its round is over, and no other', async () => {
  const [lost = ''] = await ground.cause(ctx, 2);
  await sql('DELETE FROM webhooks WHERE id = $1', [lost]);
  ground.clock.advance(hours(71));
  await ground.cause(ctx, 1);
  await sweepWebhooks(ground.app);
  expect((await torn()).map(({ id }) => id)).toEqual([lost]);
  ground.clock.advance(hours(2));
  await sweepWebhooks(ground.app);
  expect([await states(), await pendingRows()]).toEqual([['pending', 'failed'], 1]);
});
