import type { Ctx } from '../context.ts';
import { statement } from '../db/rows.ts';
import { DomainError, notFound } from '../ground/errors/errors.ts';
import { findMessage } from './find-message.ts';
import { failSql, failValues, moveToFailed } from './outcomes/move-to-failed.ts';
import { fromSql, moves } from './states/message-states.ts';

const cancelledBy = (column: 'id' | 'primary_id') =>
  statement({
    values: { ...failValues, workspaceId: 'text', id: 'text' },
    // Waits for a claim or a release that holds the message, and then finds its new state. Both pass over a message that
    // this holds.
    text: (sql, only) =>
      failSql(
        sql,
        `
    SELECT workspace_id, id FROM messages
    WHERE workspace_id = ${sql.workspaceId} AND ${only('workspace_id')} AND ${column} = ${sql.id} AND ${fromSql('state', moves.cancellation)}
      -- Mail to a person who is being erased is not sent, and sends no webhook.
      AND recipient IS NOT NULL
    ORDER BY id
    FOR NO KEY UPDATE`,
        only,
        moves.cancellation,
      ),
  });
const cancelOne = cancelledBy('id');
/** Copies of the mail that wait (docs/rules.md#copies-by-hand), in the order of their ids. */
const cancelCopies = cancelledBy('primary_id');

/**
 * Cancels a message that waits or leaves later (docs/rules.md#cancelled-messages): it becomes `failed` with `cancelled`, and so do
 * the copies of its mail that wait. A second call changes nothing. Rejects with `not_found`, and with
 * `message_not_waiting` once an attempt has begun.
 */
export async function cancelMessage(ctx: Ctx, workspacePath: string, id: string): Promise<{ readonly id: string }> {
  const { app } = ctx;
  const { workspaceId } = await findMessage(ctx, workspacePath, id, { select: { workspaceId: true } });
  const { count, endpoints } = await app.db.transaction(async (client) => {
    const terms = { reason: 'cancelled', extent: { workspaceId } } as const;
    const one = await moveToFailed(app, client, {
      ...terms,
      query: (failure, form) => form(cancelOne)({ ...failure, workspaceId, id }),
    });
    if (one.count === 0) return one;
    const copies = await moveToFailed(app, client, {
      ...terms,
      query: (failure, form) => form(cancelCopies)({ ...failure, workspaceId, id }),
    });
    return { count: one.count, endpoints: [...one.endpoints, ...copies.endpoints] };
  });
  await app.wake.ask('webhooks', endpoints);
  if (count > 0) return { id };
  const message = await app.db.prisma.message.findUnique({
    select: { state: true, reason: true },
    where: { workspaceId_id: { workspaceId, id } },
  });
  if (message === null) throw notFound('message');
  if (message.state !== 'failed' || message.reason !== 'cancelled') throw new DomainError('message_not_waiting');
  return { id };
}
