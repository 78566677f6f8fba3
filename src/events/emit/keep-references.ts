/** Attachments by reference: which files of their platforms accepted emits attach (docs/rules.md#files). */
import type { Form } from '../../db/by-workspace.ts';
import type { Queryable } from '../../db/connections/pool.ts';
import { rowsOf, statement } from '../../db/rows.ts';
import { onShardSql } from '../../db/shard-sql.ts';
import { holdFiles, type StoredFile } from '../attachments/stored-files.ts';
import type { AcceptedEmit } from './decide-emit.ts';

interface Reference {
  readonly platformId: string;
  readonly workspaceId: string;
  readonly messageId: string;
  readonly position: number;
  readonly filename: string;
  readonly contentId: string | null;
  readonly file: StoredFile;
}

function referencesOf({ work, workspaceId, record, attachments }: AcceptedEmit): readonly Reference[] {
  const { platformId } = work;
  const messageId = record.message?.id;
  if (messageId === undefined) return [];
  return attachments.flatMap(({ filename, content, contentId = null }, position) =>
    Buffer.isBuffer(content)
      ? []
      : [{ platformId, workspaceId, messageId, position, filename, contentId, file: content }],
  );
}

/**
 * Returns the emits whose files are still there, and will be until the transaction ends. The others are left out: their
 * next try finds the files gone.
 */
export async function withFilesHeld(
  client: Queryable,
  form: Form,
  emits: readonly AcceptedEmit[],
): Promise<readonly AcceptedEmit[]> {
  const wanted = emits.flatMap(referencesOf).map(({ platformId, file }) => ({ platformId, id: file.id }));
  if (wanted.length === 0) return emits;
  const held = await holdFiles(client, form, wanted);
  return emits.filter((emit) => referencesOf(emit).every(({ file }) => held.has(file.id)));
}

const keepStatement = statement({
  name: 'keep-references',
  rows: {
    i: rowsOf<Reference>({
      platform_id: ['text', ({ platformId }) => platformId],
      workspace_id: ['text', ({ workspaceId }) => workspaceId],
      message_id: ['text', ({ messageId }) => messageId],
      file_position: ['int', ({ position }) => position],
      filename: ['text', ({ filename }) => filename],
      media_type: ['text', ({ file }) => file.mediaType],
      content_id: ['text', ({ contentId }) => contentId],
      file_hash: ['bytea', ({ file }) => file.hash],
      bytes: ['int', ({ file }) => file.bytes],
    }),
  },
  text: ({ i }, only) => `
    WITH kept AS (
      INSERT INTO attachments (workspace_id, message_id, position, filename, media_type, content_id, platform_id, file_hash,
                               bytes)
      SELECT ${onShardSql(only, 'i').workspaceId}, message_id, file_position, filename, media_type, content_id, platform_id, file_hash, bytes
      FROM ${i} ${onShardSql(only, 'i').join}
      RETURNING workspace_id, message_id
    )
    UPDATE messages m SET had_files = true
    FROM (SELECT DISTINCT workspace_id, message_id FROM kept) i
    WHERE m.workspace_id = i.workspace_id AND ${only('m.workspace_id')} AND m.id = i.message_id AND m.had_files IS NULL`,
});

/** Writes the references of written emits. Their bytes stay where they are, for all mails that attach them. */
export async function keepReferences(client: Queryable, form: Form, emits: readonly AcceptedEmit[]): Promise<void> {
  const references = emits.flatMap(referencesOf);
  if (references.length > 0) await client.query(form(keepStatement)({ i: references }));
}
