/** Sends a message that ended without a delivery again, as a new event with a new message (docs/rules.md#send-again). */
import type { Ctx } from '../../context.ts';
import { formFor } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { requestLimits } from '../../db/connections/time-limits.ts';
import { statement } from '../../db/rows.ts';
import { notFound } from '../../ground/errors/errors.ts';
import { isId } from '../../ground/ids.ts';
import { isUndelivered } from '../../messages/states/message-states.ts';
import { eventLifetime, keptSince } from '../../retention/lifetimes.ts';
import { domainRefusal } from '../../sending-domain/domain-refusal.ts';
import { findWorkspace } from '../../tenant/find-workspace.ts';
import type { AcceptedEmit } from '../emit/decide-emit.ts';
import { keptChanging, pauseAfter, triesMax } from '../emit/moved-facts.ts';
import { readEmits } from '../emit/read-emits.ts';
import { waitForAddresses } from '../emit/wait-for-addresses.ts';
import { insertAccepted } from '../emit/write-emits.ts';
import { contentOf, type OriginalMessage, readOriginal } from './original-message.ts';
import { acceptResend, domainBlocked, resentWork } from './resent-emit.ts';

export interface ResentMessage {
  readonly workspaceId: string;
  /** The new message, or the earlier one that sends the same message again. */
  readonly id: string;
  /** Whether this call made the message. */
  readonly created: boolean;
}

/**
 * Sends the content of a message again to the same address. While the latest resend of the message has not ended without
 * a delivery, returns that one, so simultaneous calls make one message. Rejects with `not_found`,
 * `message_not_resendable`, `content_gone`, `address_suppressed`, `workspace_suspended`, `domain_not_sendable`,
 * `recipient_rate_limited`.
 */
export async function resendMessage(ctx: Ctx, workspacePath: string, id: string): Promise<ResentMessage> {
  const { app, platformId } = ctx;
  const { id: workspaceId } = await findWorkspace(ctx, workspacePath, { select: { id: true } });
  if (!isId(id)) throw notFound('message');
  const read = (client: Queryable) =>
    readOriginal(client, { platformId, workspaceId, id, keptSince: keptSince(eventLifetime, app.clock.now()) });
  const known = await read(app.db.pool);
  if (known === null) throw notFound('message');
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (tries > 0) await pauseAfter(tries);
    const resent = await app.db.transaction(async (client) => {
      // The address before the message, in the order of an erasure.
      await client.query(formFor(app.db, workspaceId)(waitForAddresses)({ i: addressesOf(known) }));
      await client.query('SELECT FROM messages WHERE workspace_id = $1 AND id = $2 FOR NO KEY UPDATE', [
        workspaceId,
        id,
      ]);
      // A statement of its own, which sees what earlier holders of the locks have written.
      const original = await read(client);
      if (original === null) throw notFound('message');
      return resendOnce(ctx, client, original);
    }, requestLimits);
    if (resent === domainBlocked) throw await domainRefusal(app, platformId);
    if (resent === null) continue;
    if (resent.created) await app.wake.ask('sending', [{ platformId, id: workspaceId }]);
    return resent;
  }
  throw keptChanging('What this message depends on');
}

/** Whose erasure takes the message along. */
function addressesOf({ workspaceId, addressHash, primaryHash }: OriginalMessage) {
  const hashes = primaryHash === null ? [addressHash] : [addressHash, primaryHash];
  return hashes.map((hash) => ({ workspaceId, addressHash: hash }));
}

/** Returns null when a fact changed meanwhile; nothing is written then. */
async function resendOnce(
  ctx: Ctx,
  client: Queryable,
  original: OriginalMessage,
): Promise<ResentMessage | typeof domainBlocked | null> {
  const { app } = ctx;
  const { workspaceId, resentAs, resentState } = original;
  if (resentAs !== null && resentState !== null && !isUndelivered(resentState)) {
    return { workspaceId, id: resentAs, created: false };
  }
  const content = contentOf(original);
  const work = resentWork(ctx, original, content);
  const [facts] = await readEmits(app, [work], client);
  if (!facts) throw new Error('The read of an emit returned no row');
  const emit = acceptResend(app, work, facts, { original, content });
  if (emit === domainBlocked) return emit;
  const written = await insertAccepted(app, client, [emit], { limits: requestLimits, inHand: new Set() });
  if (!written.emits.has(emit)) return null;
  return link(client, original, emit);
}

/**
 * The new event and message carry the idempotency key of the original, by which receivers of webhooks know the emit. What sends
 * a copy again is a copy for the same emit. The stored key of the write is removed: it belongs to no emit of a caller.
 */
const linkStatement = statement({
  values: {
    workspaceId: 'text',
    originalId: 'text',
    writtenKey: 'text',
    idempotencyKey: 'text',
    eventId: 'text',
    messageId: 'text',
    createdAt: 'timestamptz',
  },
  text: (v) => `
    WITH key AS (
      DELETE FROM idempotency_keys WHERE workspace_id = ${v.workspaceId} AND key = ${v.writtenKey}
    ), original AS (
      SELECT m.role, e.copy_of FROM messages m
      JOIN events e ON e.workspace_id = m.workspace_id AND e.id = m.event_id
      WHERE m.workspace_id = ${v.workspaceId} AND m.id = ${v.originalId}
    ), event AS (
      UPDATE events SET idempotency_key = ${v.idempotencyKey}, copy_of = (SELECT copy_of FROM original)
      WHERE workspace_id = ${v.workspaceId} AND id = ${v.eventId}
    ), link AS (
      INSERT INTO message_resends (workspace_id, message_id, original_id, created_at)
      VALUES (${v.workspaceId}, ${v.messageId}, ${v.originalId}, ${v.createdAt})
    )
    UPDATE messages SET idempotency_key = ${v.idempotencyKey}, role = (SELECT role FROM original)
    WHERE workspace_id = ${v.workspaceId} AND id = ${v.messageId}`,
});

async function link(
  client: Queryable,
  { workspaceId, id: originalId, idempotencyKey }: OriginalMessage,
  { key, record, createdAt }: AcceptedEmit,
): Promise<ResentMessage> {
  if (record.message === null) throw new Error('A resent message is missing');
  const messageId = record.message.id;
  await client.query(
    linkStatement({
      workspaceId,
      originalId,
      writtenKey: key,
      idempotencyKey,
      eventId: record.id,
      messageId,
      createdAt,
    }),
  );
  return { workspaceId, id: messageId, created: true };
}
