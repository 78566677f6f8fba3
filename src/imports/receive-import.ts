import type { Ctx } from '../context.ts';
import { appendToImport } from './append-to-import.ts';
import { checkFile, startImport } from './start-import.ts';

interface File {
  readonly workspace: string;
  /** Of the import that was made for it. */
  readonly id: string;
  readonly chunks: AsyncIterable<Buffer>;
}

/**
 * Takes a whole file as it comes and starts its import. A file that does not come to its end, or cannot be started,
 * leaves nothing. Rejects as `appendToImport` and `startImport` do, and with what `chunks` rejects with.
 */
export async function receiveImport(ctx: Ctx, { workspace, id, chunks }: File): Promise<void> {
  try {
    let position = 0;
    for await (const data of chunks) {
      const place = await appendToImport(ctx, workspace, { id, position, data });
      // Whoever sends a gigabyte hears of its header first.
      if (position === 0) await checkFile(ctx, place);
      position += data.length;
    }
    await startImport(ctx, workspace, id);
  } catch (error) {
    await ctx.app.db.pool.query(`DELETE FROM imports WHERE platform_id = $1 AND id = $2 AND state = 'uploading'`, [
      ctx.platformId,
      id,
    ]);
    throw error;
  }
}
