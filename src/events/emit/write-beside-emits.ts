/** What is written with an accepted emit and is not part of its one statement: files, webhooks of suppressed messages. */
import type { App } from '../../context.ts';
import type { Form } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import type { TurnKey } from '../../turns/jobs.ts';
import { recordWebhooks } from '../../webhooks/record-webhooks.ts';
import type { AcceptedEmit } from './decide-emit.ts';
import { keepReferences } from './keep-references.ts';

/** Whether the statement of the emits writes everything. */
export function isBare({ attachments, record }: AcceptedEmit): boolean {
  return attachments.length === 0 && record.message?.state !== 'suppressed';
}

/** In the transaction of the emits. Returns the endpoints that have webhooks to send. */
export async function writeBesideEmits(
  app: App,
  client: Queryable,
  form: Form,
  emits: readonly AcceptedEmit[],
): Promise<readonly TurnKey[]> {
  for (const emit of emits) {
    await keepAttachments(client, emit);
    await noteLeftFiles(client, emit);
  }
  await keepReferences(client, form, emits);
  return tellSuppressed(app, client, emits);
}

function tellSuppressed(app: App, client: Queryable, emits: readonly AcceptedEmit[]): Promise<readonly TurnKey[]> {
  return recordWebhooks(
    app,
    client,
    emits.flatMap(({ work, facts, workspaceId, record, simulation, withheld, createdAt }) =>
      record.message?.state === 'suppressed'
        ? [
            {
              platformId: work.platformId,
              type: 'message.suppressed' as const,
              source: 'service' as const,
              simulated: simulation !== null,
              workspaceId,
              messageId: record.message.id,
              details: withheld === null ? {} : { reason: withheld, topic: facts.topic },
              at: createdAt,
            },
          ]
        : [],
    ),
  );
}

/**
 * Runs one statement for each file, with its bytes as a parameter of their own: such bytes go over the wire unchanged,
 * not as hex. The driver copies all parameters of a statement into one buffer.
 */
async function keepAttachments(client: Queryable, { workspaceId, record, attachments }: AcceptedEmit): Promise<void> {
  if (record.message === null) return;
  for (const [position, { filename, mediaType, content, contentId = null }] of attachments.entries()) {
    if (!Buffer.isBuffer(content)) continue;
    await client.query({
      name: 'keep-attachment',
      // The first file marks the message: once it is final, nothing else shows that it had files.
      text: `WITH marked AS (
               UPDATE messages SET had_files = true WHERE workspace_id = $1 AND id = $2 AND had_files IS NULL
             )
             INSERT INTO attachments (workspace_id, message_id, position, filename, media_type, content, content_id)
             VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      values: [workspaceId, record.message.id, position, filename, mediaType, content, contentId],
    });
  }
}

/** A suppressed message keeps no files, and must not be sent again without them. */
async function noteLeftFiles(client: Queryable, { work, workspaceId, record }: AcceptedEmit): Promise<void> {
  if (record.message?.state !== 'suppressed' || 'faults' in work.checked) return;
  if (work.checked.attachments.length === 0) return;
  await client.query('UPDATE messages SET had_files = true WHERE workspace_id = $1 AND id = $2', [
    workspaceId,
    record.message.id,
  ]);
}
