import { z } from 'zod';
import type { Ctx } from '../context.ts';
import { formFor } from '../db/by-workspace.ts';
import { fedSql, feedSql } from '../db/feed-sql.ts';
import { statement } from '../db/rows.ts';
import { DomainError, invalid, notFound } from '../ground/errors/errors.ts';
import { parseInput, timestamp } from '../ground/input/input.ts';
import { findMessage } from './find-message.ts';
import { messageLifetime } from './states/message-lifetime.ts';
import { fromSql, moves } from './states/message-states.ts';
import { isTooFar, laterThan, sendAtFault } from './states/send-at.ts';

const erased = 'The person is being erased, and the message with them.';

const rescheduleInput = z.object({ sendAt: timestamp });

/** The day that the mail names, the life of its key and its expiry move along. A mail is moved with all of its copies. */
const reschedule = statement({
  values: {
    workspaceId: 'text',
    id: 'text',
    primaryId: 'text',
    sendAt: 'timestamptz',
    sentOn: 'text',
    now: 'timestamptz',
  },
  // Waits for a cancel or a release that holds the message, and then finds its new state.
  text: (v, only) => `
    WITH moved AS (
      UPDATE messages m
      SET send_at = ${v.sendAt}, first_send_at = coalesce(m.first_send_at, m.send_at), moved_at = ${v.now},
        due_at = ${v.sendAt}, waits_for = NULL,
        expires_at = ${v.sendAt}::timestamptz + make_interval(secs => ${messageLifetime}),
        values = jsonb_set(m.values, '{system,sent_on}', to_jsonb(${v.sentOn}::text))
      WHERE m.workspace_id = ${v.workspaceId} AND (m.id = ${v.primaryId} OR m.primary_id = ${v.primaryId})
        AND ${fromSql('m.state', moves.release)}
        AND EXISTS (
          SELECT FROM messages asked WHERE asked.workspace_id = ${v.workspaceId} AND asked.id = ${v.id}
            AND ${fromSql('asked.state', moves.release)} AND asked.recipient IS NOT NULL)
        -- Mail to a person who is being erased stays as it is.
        AND m.recipient IS NOT NULL AND m.send_at <> ${v.sendAt}
      RETURNING m.workspace_id, m.id, m.event_id, m.state
    ), keys AS (
      UPDATE idempotency_keys k SET created_at = greatest(k.created_at, ${v.sendAt})
      FROM moved WHERE k.workspace_id = moved.workspace_id AND ${only('k.workspace_id')} AND k.event_id = moved.event_id
    ), ${feedSql({
      form: only,
      from: 'moved',
      topics: ['moved.workspace_id', 'moved.id'],
      subject: 'moved.id',
      state: 'moved.state',
      at: v.now,
    })}
    SELECT (SELECT count(*)::int FROM moved) AS moved, ${fedSql} AS fed`,
});

/**
 * Moves a message that leaves later to another time, with the copies of its mail (docs/rules.md#moved-mail); a time that
 * has passed is now. Rejects
 * with `not_found`, `validation_failed`, and `message_not_scheduled` once its time has come or it was cancelled.
 */
export async function rescheduleMessage(
  ctx: Ctx,
  workspacePath: string,
  id: string,
  input: unknown,
): Promise<{ readonly id: string }> {
  const { app } = ctx;
  const select = { workspaceId: true, createdAt: true, primaryId: true } as const;
  const { workspaceId, createdAt, primaryId } = await findMessage(ctx, workspacePath, id, { select });
  const given = parseInput(rescheduleInput, input).sendAt;
  if (isTooFar(given, createdAt)) throw invalid({ sendAt: [sendAtFault] });
  const now = app.clock.now();
  const sendAt = laterThan(now, given) ?? now;
  // Its time has come, however late it is released: no claim looks for mail of so long ago (src/messages/claims/claimable-ids.ts).
  if (isTooFar(sendAt, createdAt)) throw new DomainError('message_not_scheduled');
  // In a transaction, so that its entry in the audit log is written with it.
  const { rows } = await app.db.transaction((client) =>
    client.query<{ moved: number; fed: number }>(
      formFor(app.db, workspaceId)(reschedule)({
        workspaceId,
        id,
        primaryId: primaryId ?? id,
        sendAt,
        sentOn: sendAt.toISOString(),
        now,
      }),
    ),
  );
  const { moved = 0, fed = 0 } = rows[0] ?? {};
  if (fed > 0) app.parts.live.tell();
  if (moved > 0) return { id };
  const message = await app.db.prisma.message.findUnique({
    select: { state: true, sendAt: true, recipient: true },
    where: { workspaceId_id: { workspaceId, id } },
  });
  if (message === null) throw notFound('message');
  const isThere = message.state === 'scheduled' && message.sendAt?.getTime() === sendAt.getTime();
  if (!isThere) {
    const isErased = message.state === 'scheduled' && message.recipient === null;
    throw new DomainError('message_not_scheduled', isErased ? erased : undefined);
  }
  return { id };
}
