import type { Ctx } from '../context.ts';
import { DomainError, invalid } from '../ground/errors/errors.ts';
import type { ImportPlace } from './create-import.ts';
import { chunkMax, fileMax } from './import-limits.ts';
import { lockUpload, workspaceOfImport } from './lock-import.ts';

interface Given {
  readonly id: string;
  /** Where the bytes begin in the file. */
  readonly position: number;
  readonly data: Buffer;
}

/**
 * Adds the next bytes of a file. Bytes that came before are accepted again and change nothing, so that a caller without
 * an answer may repeat. Rejects with `not_found`, `validation_failed`, `payload_too_large`, `forbidden`, `import_ended`.
 */
export async function appendToImport(ctx: Ctx, workspace: string, { id, position, data }: Given): Promise<ImportPlace> {
  if (data.length === 0) throw invalid({ content: ['must not be empty'] });
  if (data.length > chunkMax) throw invalid({ content: [`must have at most ${chunkMax} bytes`] });
  const workspaceId = await workspaceOfImport(ctx, workspace, id);
  await ctx.app.db.transaction(async (client) => {
    const { bytes } = await lockUpload(ctx, client, workspaceId, id);
    if (position + data.length <= bytes && position >= 0) return;
    if (position !== bytes) throw invalid({ position: [`must be ${bytes}: so many bytes have come`] });
    if (bytes + data.length > fileMax) throw new DomainError('payload_too_large', fileTooLarge);
    await client.query('INSERT INTO import_chunks (workspace_id, import_id, position, data) VALUES ($1, $2, $3, $4)', [
      workspaceId,
      id,
      position,
      data,
    ]);
    await client.query('UPDATE imports SET bytes = $3, changed_at = $4 WHERE workspace_id = $1 AND id = $2', [
      workspaceId,
      id,
      bytes + data.length,
      ctx.app.clock.now(),
    ]);
  });
  return { workspaceId, id };
}

export const fileTooLarge = 'The file is larger than the 512 MiB of an import. Divide it.';
