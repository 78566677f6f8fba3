/** The rows of an import from its place on, in slices that one transaction writes. */
import type { Queryable } from '../../db/connections/pool.ts';
import { sliceBytes, sliceRows } from '../import-limits.ts';
import { type FileForm, rowsOfForm } from './file-form.ts';
import { type Place, type Row, RowTooLong } from './row.ts';

export interface Slice {
  readonly rows: readonly Row[];
  /** Behind its last row. */
  readonly end: Place;
}

interface StoredFile {
  readonly workspaceId: string;
  readonly id: string;
  /** Of the whole file. */
  readonly bytes: number;
  readonly form: FileForm;
}

export async function* readSlices(db: Queryable, file: StoredFile, start: Place): AsyncGenerator<Slice> {
  const reader = rowsOfForm(file.form, start);
  let rows: Row[] = [];
  let from = start.position;
  try {
    for (let at = start.position; at < file.bytes; ) {
      const bytes = await readChunk(db, file, at);
      at += bytes.length;
      reader.add(bytes, at >= file.bytes);
      for (let row = reader.next(); row !== null; row = reader.next()) {
        rows.push(row);
        const end = reader.place();
        if (rows.length < sliceRows && end.position - from < sliceBytes) continue;
        yield { rows, end };
        rows = [];
        from = end.position;
      }
    }
  } catch (error) {
    // What stands before it is written all the same.
    if (error instanceof RowTooLong && rows.length > 0) yield { rows, end: reader.place() };
    throw error;
  }
  if (rows.length > 0) yield { rows, end: reader.place() };
}

/** The bytes from `at` to the end of their chunk. */
async function readChunk(db: Queryable, { workspaceId, id }: StoredFile, at: number): Promise<Buffer> {
  const { rows } = await db.query<{ position: number; data: Buffer }>(
    `SELECT position, data FROM import_chunks
     WHERE workspace_id = $1 AND import_id = $2 AND position <= $3 ORDER BY position DESC LIMIT 1`,
    [workspaceId, id, at],
  );
  const [chunk] = rows;
  if (!chunk || chunk.position + chunk.data.length <= at) throw new ChunkGone();
  return chunk.data.subarray(at - chunk.position);
}

/** Another process has gone on meanwhile, or the import has ended. */
export class ChunkGone extends Error {
  override readonly name = 'ChunkGone';
}
